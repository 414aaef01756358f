package edit

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// search is the search in the history that Ctrl-R begins: what is typed then is looked
// for, Ctrl-R again goes on to older texts, Enter runs the one found, any other
// key edits it, and Ctrl-G or Ctrl-C goes back to what was there before.
type search struct {
	history  *History
	active   bool
	pattern  string
	at       int // index of the text found; its count: none yet
	original state
}

func (s *search) begin(now state) {
	s.active, s.pattern, s.original, s.at = true, "", now, s.history.count()
}

// prefix is the prompt of the search.
func (s *search) prefix() string { return fmt.Sprintf("(search)`%s': ", s.pattern) }

// find looks for the pattern from text i back. Where there is none, what was found
// before stays.
func (s *search) find(i int) {
	for ; i >= 0; i-- {
		if strings.Contains(strings.ToLower(s.history.at(i)), strings.ToLower(s.pattern)) {
			s.at = i
			return
		}
	}
}

// searched takes a key while a search is on, and reports whether it was for the search.
func (e *Editor) searched(key []byte) bool {
	s := &e.search
	switch c := key[0]; {
	case len(key) == 1 && c == 0x12: // Ctrl-R
		s.find(s.at - 1)
	case len(key) == 1 && (c == del || c == ctrlH):
		_, size := utf8.DecodeLastRuneInString(s.pattern)
		s.pattern = s.pattern[:len(s.pattern)-size]
		s.find(s.history.count() - 1)
	case len(key) == 1 && (c == ctrlG || c == ctrlC):
		s.active = false
		e.restore(s.original)
		return true
	case c >= ' ' && c != del:
		s.pattern += string(key)
		s.find(min(s.at, s.history.count()-1))
	default:
		s.active = false
		return false
	}
	if s.at < s.history.count() {
		e.at = s.at
		e.put(s.history.at(s.at), "")
	}
	return true
}
