"""Pictures of simulations, by Matplotlib: loaded when one is asked for."""
