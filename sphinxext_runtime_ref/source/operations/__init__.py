"""What the evaluator does with each kind of expression, call and statement."""
