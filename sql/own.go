package sql

import (
	"time"
)

// Columns that make values themselves: AUTO_INCREMENT, DEFAULT and ON UPDATE CURRENT_TIMESTAMP.

// moment is when the statement began, which is what NOW() says throughout it.
func (s *Session) moment() time.Time {
	if said, ok := s.settings.Moment(); ok {
		return said
	}
	if s.began.IsZero() {
		return time.Now()
	}
	return s.began
}

// numbered keeps the number that a row has got first for LAST_INSERT_ID; 0 is none.
func (s *Session) numbered(first uint64) {
	if first > 0 {
		s.lastNumber = first
	}
}
