"""Static reading of Python source: modules, values and the bounded evaluator."""
