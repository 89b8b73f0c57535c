"""The fast module written as C, for playouts: ``infer`` finds out what each name of the module holds, ``expressions`` and
``statements`` write C for it, ``tables`` writes its tables, ``source`` puts the file together.

Nothing needs it: where there is no C compiler, or where a module holds what is not written here, Python plays.
"""
