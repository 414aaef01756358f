package setting

import (
	"fmt"
	"strconv"
)

// noSelectLimit is the value of sql_select_limit that is none.
const noSelectLimit = "18446744073709551615"

// selectLimit is set for how many rows a SELECT gives that has no LIMIT.
func selectLimit(v string) error {
	if _, err := strconv.ParseUint(v, 10, 64); err != nil {
		return fmt.Errorf("it is a number of rows up to %s, not %q", noSelectLimit, v)
	}
	return nil
}

// MostRows is sql_select_limit, false where there is none.
func (s *Values) MostRows() (uint64, bool) {
	text := s.values["sql_select_limit"]
	n, err := strconv.ParseUint(text, 10, 64)
	return n, err == nil && text != noSelectLimit
}

// KeepsPlans reports whether plans are found by the text of a statement, and kept.
func (s *Values) KeepsPlans() bool {
	_, limited := s.MostRows()
	return s.Cache && !limited
}
