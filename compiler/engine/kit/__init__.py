"""What every generated engine contains, whatever the law: written once, copied into each.

These modules import nothing but the standard library and each other.
"""
