"""Static reading of Python source: modules, values and the bounded evaluator.

What other rooms use stands here: a tree of files (:mod:`.tree`), declarations by name
(:mod:`.symbols`), their values (:mod:`.values`, :mod:`.evaluate`), classes, signatures, calls.
Below are floors, and each imports from those under it only:

============== =====================================================================
``operations`` what the evaluator does with each kind of expression and statement
``types``      bases, fields and members of classes
``evaluation`` the evaluator's core, and which branch is taken
``mutation``   which statements and calls change which objects, by the text alone
``scopes``     what names are bound to, in order
``reading``    files, their text, syntax and comments
============== =====================================================================
"""
