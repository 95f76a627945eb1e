"""Environment variables: name, type and default in one place."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # ==== Installation ====
    KESTREL_TARGET_DEVICE: str = "cuda"
    MAX_JOBS: str | None = None
    KESTREL_PRECOMPILED: bool = False
    KESTREL_CMAKE_BUILD_TYPE: str | None = None
    KESTREL_CONFIG_ROOT: str = "~/.config/kestrel"
    KESTREL_CACHE_ROOT: str = "~/.cache/kestrel"
    # ==== Serving ====
    KESTREL_HOST: str = "127.0.0.1"
    KESTREL_PORT: int = 8000
    KESTREL_API_KEY: str | None = None
    KESTREL_DEBUG_ENDPOINTS: bool = False
    KESTREL_KEEP_ALIVE_SECONDS: int = 5
    KESTREL_MAX_REQUEST_MIB: int = 64
    KESTREL_IMAGE_TIMEOUT: int = 5
    KESTREL_AUDIO_TIMEOUT: int = 10
    # ==== Attention ====
    KESTREL_ATTENTION_BACKEND: str | None = None
    KESTREL_XQA: bool = True
    KESTREL_XQA_MIN_TOKENS: int = 4096
    KESTREL_E4M3_BATCH_XQA: bool = False
    KESTREL_SPLIT_KV_CHUNKS: int = 8
    KESTREL_ROUTE_TRACE: str = ""
    KESTREL_SLIDING_WINDOW: bool = True
    # ==== Mixture of experts ====
    KESTREL_MOE_MODE: str = "auto"
    KESTREL_MOE_CHUNK_TOKENS: int = 32768
    KESTREL_MOE_PER_EXPERT: bool = False
    KESTREL_FP4_PACKED: bool = True
    # ==== Distributed ====
    LOCAL_RANK: int = 0
    KESTREL_NCCL_PATH: str | None = None
    KESTREL_RING_MIB: int = 256
    KESTREL_TRANSPORT: str = "nccl"
    KESTREL_RENDEZVOUS_SECONDS: float = 30.0
    KESTREL_P2P_CHECK: bool = True
    # ==== Logging ====
    KESTREL_LOG_LEVEL: str = "INFO"
    KESTREL_LOG_PREFIX: str = ""
    KESTREL_LOG_STATS_SECONDS: float = 10.0
    KESTREL_TRACE_CALLS: bool = False
    NO_COLOR: bool = False
    # ==== Compilation ====
    KESTREL_COMPILE: bool = True
    KESTREL_COMPILE_CACHE: bool = True
    KESTREL_COMPILE_DUMP: str | None = None
    KESTREL_GRAPH_SIZES: str = "1,2,4,8,16,32"

environment_variables: dict[str, Callable[[], Any]] = {
    # ==== Installation ====
    # Device that the package is built for: cuda, rocm or cpu.
    "KESTREL_TARGET_DEVICE": lambda: os.getenv("KESTREL_TARGET_DEVICE", "cuda"),
    # Number of compile jobs; the number of processors when not set.
    "MAX_JOBS": lambda: os.getenv("MAX_JOBS", None),
    # Use compiled kernels from the package index instead of building them.
    "KESTREL_PRECOMPILED": lambda: os.getenv("KESTREL_PRECOMPILED", "0") in ("1", "true"),
    # "Debug", "Release" or "RelWithDebInfo".
    "KESTREL_CMAKE_BUILD_TYPE": lambda: os.getenv("KESTREL_CMAKE_BUILD_TYPE"),
    # Folder of the user's configuration.
    "KESTREL_CONFIG_ROOT": lambda: os.getenv("KESTREL_CONFIG_ROOT", "~/.config/kestrel"),
    # Folder of downloaded and compiled files.
    "KESTREL_CACHE_ROOT": lambda: os.getenv("KESTREL_CACHE_ROOT", "~/.cache/kestrel"),
    # ==== Serving ====
    # Address that the server listens on.
    "KESTREL_HOST": lambda: os.getenv("KESTREL_HOST", "127.0.0.1"),
    # Port that the server listens on.
    "KESTREL_PORT": lambda: int(os.getenv("KESTREL_PORT", "8000")),
    # Requests must carry this key; open to all when not set.
    "KESTREL_API_KEY": lambda: os.getenv("KESTREL_API_KEY"),
    # Serve the endpoints below /debug.
    "KESTREL_DEBUG_ENDPOINTS": lambda: bool(int(os.getenv("KESTREL_DEBUG_ENDPOINTS", "0"))),
    # How long an idle connection stays open.
    "KESTREL_KEEP_ALIVE_SECONDS": lambda: int(os.getenv("KESTREL_KEEP_ALIVE_SECONDS", "5")),
    # Largest body of a request.
    "KESTREL_MAX_REQUEST_MIB": lambda: int(os.getenv("KESTREL_MAX_REQUEST_MIB", "64")),
    # Seconds to wait for an image that a request names.
    "KESTREL_IMAGE_TIMEOUT": lambda: int(os.getenv("KESTREL_IMAGE_TIMEOUT", "5")),
    # Seconds to wait for a sound file that a request names.
    "KESTREL_AUDIO_TIMEOUT": lambda: int(os.getenv("KESTREL_AUDIO_TIMEOUT", "10")),
    # ==== Attention ====
    # Force one backend; chosen by hardware and model when not set.
    "KESTREL_ATTENTION_BACKEND": lambda: os.getenv("KESTREL_ATTENTION_BACKEND", None),
    # Allow the XQA kernels.
    "KESTREL_XQA": lambda: bool(int(os.getenv("KESTREL_XQA", "1"))),
    # Shortest context for which XQA pays off.
    "KESTREL_XQA_MIN_TOKENS": lambda: int(os.getenv("KESTREL_XQA_MIN_TOKENS", "4096")),
    # XQA on E4M3 caches for more than one row.
    "KESTREL_E4M3_BATCH_XQA": lambda: os.getenv("KESTREL_E4M3_BATCH_XQA", "0") == "1",
    # Pieces that a long context is split into.
    "KESTREL_SPLIT_KV_CHUNKS": lambda: int(os.getenv("KESTREL_SPLIT_KV_CHUNKS", "8")),
    # File that each chosen route is written to.
    "KESTREL_ROUTE_TRACE": lambda: os.getenv("KESTREL_ROUTE_TRACE", ""),
    # Honour the model's sliding window.
    "KESTREL_SLIDING_WINDOW": lambda: bool(int(os.getenv("KESTREL_SLIDING_WINDOW", "1"))),
    # ==== Mixture of experts ====
    # How tokens are laid out: auto, compact, indexed, dense or batched.
    "KESTREL_MOE_MODE": lambda: os.getenv("KESTREL_MOE_MODE", "auto"),
    # Tokens in one call of the grouped kernels.
    "KESTREL_MOE_CHUNK_TOKENS": lambda: int(os.getenv("KESTREL_MOE_CHUNK_TOKENS", "32768")),
    # One call an expert; slow, for debugging.
    "KESTREL_MOE_PER_EXPERT": lambda: bool(int(os.getenv("KESTREL_MOE_PER_EXPERT", "0"))),
    # Keep FP4 weights packed in pairs.
    "KESTREL_FP4_PACKED": lambda: bool(int(os.getenv("KESTREL_FP4_PACKED", "1"))),
    # ==== Distributed ====
    # Set by the launcher: the device of this process.
    "LOCAL_RANK": lambda: int(os.getenv("LOCAL_RANK", "0")),
    # A library other than the installed one.
    "KESTREL_NCCL_PATH": lambda: os.environ.get("KESTREL_NCCL_PATH"),
    # Size of the shared-memory ring buffer.
    "KESTREL_RING_MIB": lambda: int(os.environ.get("KESTREL_RING_MIB", "256")),
    # nccl, gloo or shared_memory.
    "KESTREL_TRANSPORT": lambda: os.getenv("KESTREL_TRANSPORT", "nccl"),
    # How long workers wait for each other at start.
    "KESTREL_RENDEZVOUS_SECONDS": lambda: float(os.getenv("KESTREL_RENDEZVOUS_SECONDS", "30.0")),
    # Test direct access between devices at start.
    "KESTREL_P2P_CHECK": lambda: bool(int(os.getenv("KESTREL_P2P_CHECK", "1"))),
    # ==== Logging ====
    # DEBUG, INFO, WARNING or ERROR.
    "KESTREL_LOG_LEVEL": lambda: os.getenv("KESTREL_LOG_LEVEL", "INFO"),
    # Put before each line.
    "KESTREL_LOG_PREFIX": lambda: os.getenv("KESTREL_LOG_PREFIX", ""),
    # How often throughput is logged; 0 turns it off.
    "KESTREL_LOG_STATS_SECONDS": lambda: float(os.getenv("KESTREL_LOG_STATS_SECONDS", "10.0")),
    # Log each function call; very slow.
    "KESTREL_TRACE_CALLS": lambda: bool(int(os.getenv("KESTREL_TRACE_CALLS", "0"))),
    # Plain output, as in https://no-color.org.
    "NO_COLOR": lambda: os.getenv("NO_COLOR", "0") != "0",
    # ==== Compilation ====
    # Compile the model's graph.
    "KESTREL_COMPILE": lambda: bool(int(os.getenv("KESTREL_COMPILE", "1"))),
    # Keep compiled graphs between runs.
    "KESTREL_COMPILE_CACHE": lambda: bool(int(os.getenv("KESTREL_COMPILE_CACHE", "1"))),
    # Folder that graphs are written to before and after each pass.
    "KESTREL_COMPILE_DUMP": lambda: os.getenv("KESTREL_COMPILE_DUMP"),
    # Batch sizes that are captured.
    "KESTREL_GRAPH_SIZES": lambda: os.getenv("KESTREL_GRAPH_SIZES", "1,2,4,8,16,32"),
}


def __getattr__(name: str) -> Any:
    if name in environment_variables:
        return environment_variables[name]()
    raise AttributeError(name)
