"""Attention kernels, the codecs of the key/value cache, and the routes between them."""

from kestrel.attention.codecs import KV_CODECS, KVCodec

__all__ = ["KV_CODECS", "KVCodec"]
