"""Arguments of the ``kestrel`` command."""

from __future__ import annotations

import argparse


def make_parser() -> argparse.ArgumentParser:
    """Build the parser."""
    parser = argparse.ArgumentParser(prog="kestrel")
    parser.add_argument("model", help="name or path of the checkpoint")

    server = parser.add_argument_group("server")
    server.add_argument("--host", default="127.0.0.1", help="address to listen on")
    server.add_argument("--port", "-p", type=int, default=8000, help="port to listen on")

    engine = parser.add_argument_group("engine")
    engine.add_argument("--kv-cache-dtype", default="auto", help="storage format of the cache")
    engine.add_argument(
        "--quantization", "-q", choices=["awq", "fp8", "nvfp4", "mxfp4"], help="force a method"
    )
    engine.add_argument("--max-num-seqs", type=int, default=256, help="sequences in one step")
    engine.add_argument("--no-compile", action="store_true", help="run without compiled graphs")
    return parser
