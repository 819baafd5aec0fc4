"""Who is told whose turn it is at a table by the day while nobody looks at it
(docs/decisions/0020-notices.md).
"""
