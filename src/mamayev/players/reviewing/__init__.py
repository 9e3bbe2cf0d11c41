"""The review of a game: the value of its positions, luck and decisions apart, and the decisions that cost most.

`match.reviewed` has the result, `review` the library. See docs/review.md for what is counted, and what it cannot see.
"""

from mamayev.match.reviewed import Better, Costly, Deed, Die, Line, Review, SeatReview, Stand

from .done import Done
from .review import Progress, review

__all__ = ["Better", "Costly", "Deed", "Die", "Done", "Line", "Progress", "Review", "SeatReview", "Stand", "review"]
