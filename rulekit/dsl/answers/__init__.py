"""What authors are told about a line that nothing reads, or that reads in two ways: ``answers`` is the door.

One module for each job: what is certain (``reasons``, ``habits``), what mends it (``mending``, ``repair``, ``tempting``), what is
like it (``nearest``), which words there are (``known``), and how it is told (``telling``).
"""

from rulekit.dsl.answers.answers import Answers

__all__ = ["Answers"]
