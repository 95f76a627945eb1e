"""Architecture names of checkpoints, and the classes that run them."""

from __future__ import annotations

# [Text]
_TEXT_MODELS = {
    "KiteForCausalLM": ("kite", "KiteForCausalLM"),
    "HarrierForCausalLM": ("harrier", "HarrierForCausalLM"),
    "HarrierMoeForCausalLM": ("harrier_moe", "HarrierMoeForCausalLM"),
    "OspreyForCausalLM": ("osprey", "OspreyForCausalLM"),
    # The same layers under an older name.
    "GoshawkForCausalLM": ("harrier", "HarrierForCausalLM"),
}

# [Embedding]
_EMBEDDING_MODELS = {
    "KiteModel": ("kite", "KiteForEmbedding"),
    "MerlinModel": ("merlin", "MerlinModel"),
}

# [Multimodal]
_MULTIMODAL_MODELS = {
    "OspreyVLForConditionalGeneration": ("osprey_vl", "OspreyVL"),
    "HobbyAudioForConditionalGeneration": ("hobby", "HobbyAudio"),
}

MODELS = {**_TEXT_MODELS, **_EMBEDDING_MODELS, **_MULTIMODAL_MODELS}
MODELS["BuzzardForCausalLM"] = ("buzzard", "BuzzardForCausalLM")
MODELS.update(KestrelForCausalLM=("kestrel", "KestrelForCausalLM"))
