"""``wortlaut completion``: what a shell reads to complete commands, laws and names."""

import click

from wortlaut.completion import script


@click.command("completion")
@click.argument("shell", metavar="SHELL", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print what SHELL (bash, zsh or fish) has to read to complete this command line.

    Then the tabulator key completes commands and options, the laws of the package and
    folders, and what stands in a law: its versions, readings, supplements, properties and
    amendments. What is printed goes into a file that the shell reads when it starts.

    Exit status: 0 printed, 2 bad input.

    \b
    Examples:
      wortlaut completion bash > ~/.wortlaut.bash && echo '. ~/.wortlaut.bash' >> ~/.bashrc
      wortlaut completion zsh > ~/.wortlaut.zsh && echo '. ~/.wortlaut.zsh' >> ~/.zshrc
      wortlaut completion fish > ~/.config/fish/completions/wortlaut.fish
    """
    click.echo(script(ctx.find_root().command, shell))
