"""Everything that happens to text: grammar, tree, names, types, findings. It plays nothing and imports no runtime.

A text goes through ``parser``: ``rows`` puts its rows and blocks together and asks ``grammar`` (Lark) once for each shape of a
row; where anything is out of order, ``lark_parser`` reads the whole file and ``syntax_errors`` says what is wrong. Then

- ``overlay``: variants replace, add and take away lines before anything is read;
- ``declare``: headings declare things and phrases, a module for each sort;
- ``matcher`` and ``slots``: all ``readings`` of a line; ``shapes``: lines of rule tests that differ in numbers and names alone;
- ``arguments``: what each operation has in its slots; handlers take them by name;
- ``bodies``: what is below the headings, in order, by ``statements``, ``clauses``, ``choices``, ``modifiers``, ``windows``,
  ``rule_tests``, ``initial_placement``; ``narrowing`` narrows types by the conditions before a line;
- ``call_graph``: which rule calls which; ``checks``: findings about the whole program, a module for each promise;
- ``suggestions``: what an author may have meant by a line that cannot be read.

Tables come from ``data``. All fill ``program`` with its ``symbols``.
"""
