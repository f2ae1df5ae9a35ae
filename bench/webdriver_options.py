"""What the programs that compare WebDriver servers are told on the command line."""

import argparse
import pathlib

ROOT = pathlib.Path(__file__).parent.parent


def parser(about):
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--only", nargs="*", metavar="DRIVER", help="take only these, and ours")
    parser.add_argument("--deskhand", type=pathlib.Path, default=ROOT / "target/release/deskhand")
    parser.add_argument("--fixture", type=pathlib.Path, default=ROOT / "target/release/deskhand-fixture-tauri")
    parser.add_argument("--peers", type=pathlib.Path, default=ROOT / "target/peers", help="where the peers are installed")
    return parser
