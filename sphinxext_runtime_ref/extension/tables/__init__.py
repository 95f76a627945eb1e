"""Tables as directives and document nodes, and what each builder makes of them."""
