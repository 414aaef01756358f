package main

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// search is the search in the history that Ctrl-R begins: what is typed then is looked
// for, Ctrl-R again goes on to older statements, Enter runs the one found, any other
// key edits it, and Ctrl-G or Ctrl-C goes back to what was there before.
//
// The keyboard's goroutine and go-prompt's share it.
type search struct {
	history *history

	mu       sync.Mutex
	active   bool
	pattern  string
	at       int // index of the statement found; len(statements): none yet
	original *string
	restore  bool // the next text is the original one
}

// control takes a control character and reports whether it was for the search.
func (s *search) control(c byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case c == ctrlR && !s.active:
		s.active, s.pattern, s.original, s.at = true, "", nil, s.history.count()
		return true
	case !s.active:
		return false
	case c == ctrlR:
		s.find(s.at - 1)
	case c == del || c == 0x08:
		_, size := utf8.DecodeLastRuneInString(s.pattern)
		s.pattern = s.pattern[:len(s.pattern)-size]
		s.find(s.history.count() - 1)
	case c == ctrlG:
		s.active, s.restore = false, true
	default:
		return false
	}
	return true
}

// endedBy reports whether a search is on that the key beginning with c ends, keeping
// what was found; it is off then.
func (s *search) endedBy(c byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.active || c >= ' ' && c != del || c == ctrlR || c == ctrlG || c == ctrlC || c == del || c == 0x08 {
		return false
	}
	s.active = false
	return true
}

// typed adds to the pattern and reports whether a search is on.
func (s *search) typed(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.active {
		return false
	}
	s.pattern += text
	s.find(min(s.at, s.history.count()-1))
	return true
}

// find looks for the pattern from statement i back. Where there is none, what was
// found before stays.
func (s *search) find(i int) {
	for ; i >= 0; i-- {
		if strings.Contains(strings.ToLower(s.history.at(i)), strings.ToLower(s.pattern)) {
			s.at = i
			return
		}
	}
}

// cancel ends the search with what was there before, and reports whether one was on.
func (s *search) cancel() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.active
	s.active, s.restore = false, was
	return was
}

// text is what the line is to show now that it shows current.
func (s *search) text(current string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.original == nil {
		s.original = &current
	}
	if s.restore {
		s.restore = false
		return *s.original
	}
	if s.at < s.history.count() {
		return s.history.at(s.at)
	}
	return current
}

// prefix is the prompt of the search, if one is on.
func (s *search) prefix() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("(search)`%s': ", s.pattern), s.active
}
