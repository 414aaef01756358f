package function

import (
	"context"
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// Whether a pattern matches somewhere in a text is found a letter at a time by a table of states, each of
// which is all places in the pattern where a match may be, as RE2 does (Cox, "Regular Expression
// Matching in the Wild", 2010). Package regexp follows each of these places for each letter: of 1.5
// million comments 'a.*b' took 0.9 s of processor time.

// automaton is such a table, whose states are made when they are first come to. Safe for concurrent use.
type automaton struct {
	program *syntax.Prog
	firsts  []rune  // where what instructions say of letters beyond ASCII changes
	classes []uint8 // of the letters from each of these on: no instruction tells two letters of one apart
	start   *state

	found, lost *state // where the text matches, or does not, whatever comes

	mu     sync.Mutex
	states map[string]*state
	many   atomic.Bool // there would be too many states
}

// state is where matches may be after some letters: at instructions that wait for a letter, or for what
// the next one tells with the one before, as whether a word ends between them.
type state struct {
	next   [utf8.RuneSelf]atomic.Pointer[state] // by letter of ASCII; nil: not known yet
	more   []atomic.Pointer[state]              // by class
	at     []uint32
	before rune // a letter that is as the one before for these; noLetter at the beginning
	atEnd  bool // the text matches if it ends here
}

const (
	mostStates   = 256 // they take 1 KB each
	mostClasses  = 64
	mostCompared = 1 << 17 // instructions asked for letters, which takes some 5 ms
	noLetter     = -1
	lookAtLetter = 1 << 13 // so many letters are read without a look at the context
)

// newAutomaton gives nil for a pattern that tells too many letters apart.
func newAutomaton(program *syntax.Prog) *automaton {
	a := &automaton{program: program, firsts: []rune{utf8.RuneSelf}, states: map[string]*state{}}
	var asking []*syntax.Inst
	for k := range program.Inst {
		if i := &program.Inst[k]; i.Op == syntax.InstRune || i.Op == syntax.InstRune1 {
			a.tellApart(i)
			asking = append(asking, i)
		}
	}
	slices.Sort(a.firsts)
	if a.firsts = slices.Compact(a.firsts); len(a.firsts)*len(asking) > mostCompared || !a.classify(asking) {
		return nil
	}
	a.found, a.lost = &state{}, &state{}
	a.start = a.state(a.follow([]uint32{uint32(program.Start)}, 0), noLetter)
	return a
}

// tellApart adds the letters at which what an instruction says of letters changes.
func (a *automaton) tellApart(i *syntax.Inst) {
	add := func(from, behind rune) {
		a.firsts = append(a.firsts, max(utf8.RuneSelf, from), max(utf8.RuneSelf, behind))
	}
	if len(i.Rune) == 1 { // and those that differ from it in case, where that does not count
		add(i.Rune[0], i.Rune[0]+1)
		for c := unicode.SimpleFold(i.Rune[0]); c != i.Rune[0]; c = unicode.SimpleFold(c) {
			add(c, c+1)
		}
		return
	}
	for k := 0; k+1 < len(i.Rune); k += 2 {
		add(i.Rune[k], i.Rune[k+1]+1)
	}
}

// classify finds the classes of letters, of which `\w` has only two; false if there are too many.
func (a *automaton) classify(asking []*syntax.Inst) bool {
	known, said := map[string]uint8{}, make([]byte, len(asking))
	for _, letter := range a.firsts {
		for k, i := range asking {
			if said[k] = '0'; i.MatchRune(letter) {
				said[k] = '1'
			}
		}
		class, ok := known[string(said)]
		if !ok {
			if len(known) == mostClasses {
				return false
			}
			class = uint8(len(known))
			known[string(said)] = class
		}
		a.classes = append(a.classes, class)
	}
	return true
}

// in reports whether a text matches; ok is false where there would be too many states. When ctx ends it gives
// its cause.
func (a *automaton) in(ctx context.Context, text string) (is, ok bool, err error) {
	s, found, lost := a.start, a.found, a.lost
	if s == found || s == lost {
		return s == found, true, nil
	}
	for i := 0; i < len(text); {
		for stop := min(len(text), i+lookAtLetter); i < stop; {
			letter, width := rune(text[i]), 1
			var next *state
			if letter < utf8.RuneSelf {
				next = s.next[letter].Load()
			} else {
				letter, width = utf8.DecodeRuneInString(text[i:])
				next = s.more[a.classOf(letter)].Load()
			}
			if next == nil {
				if next = a.step(s, letter); next == nil {
					return false, false, nil
				}
			}
			if next == found || next == lost {
				return next == found, true, nil
			}
			s = next
			i += width
		}
		if i < len(text) && ctx.Err() != nil {
			return false, true, context.Cause(ctx)
		}
	}
	return s.atEnd, true, nil
}

// classOf is the class of a letter beyond ASCII.
func (a *automaton) classOf(letter rune) uint8 {
	return a.classes[sort.Search(len(a.firsts), func(i int) bool { return a.firsts[i] > letter })-1]
}

// step finds the state behind a letter; nil if there would be too many.
func (a *automaton) step(s *state, letter rune) *state {
	if a.many.Load() {
		return nil
	}
	next, now := a.found, a.follow(s.at, syntax.EmptyOpContext(s.before, letter))
	if !a.matches(now) {
		to := []uint32{uint32(a.program.Start)}
		for _, at := range now {
			if i := &a.program.Inst[at]; i.Op != syntax.InstEmptyWidth && i.MatchRune(letter) {
				to = append(to, i.Out)
			}
		}
		next = a.state(a.follow(to, 0), letter)
	}
	if next == nil {
		return nil
	}
	if letter < utf8.RuneSelf {
		s.next[letter].Store(next)
	} else {
		s.more[a.classOf(letter)].Store(next)
	}
	return next
}

// state gives the state of some instructions behind a letter, which it makes if need be; nil if there would
// be too many.
func (a *automaton) state(at []uint32, before rune) *state {
	if a.matches(at) {
		return a.found
	}
	if before != noLetter { // where no text begins
		at = slices.DeleteFunc(at, func(i uint32) bool { return a.needs(i)&syntax.EmptyBeginText != 0 })
	}
	if len(at) == 0 {
		return a.lost
	}
	slices.Sort(at)
	before = a.alike(at, before)
	key := binary.LittleEndian.AppendUint32(nil, uint32(before))
	for _, i := range at {
		key = binary.LittleEndian.AppendUint32(key, i)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.states[string(key)]
	if s == nil {
		if len(a.states) == mostStates {
			a.many.Store(true)
			return nil
		}
		s = &state{at: at, before: before, more: make([]atomic.Pointer[state], slices.Max(a.classes)+1)}
		s.atEnd = a.matches(a.follow(at, syntax.EmptyOpContext(before, noLetter)))
		a.states[string(key)] = s
	}
	return s
}

// alike gives one letter for all that are the same for some instructions behind them.
func (a *automaton) alike(at []uint32, letter rune) rune {
	switch {
	case !slices.ContainsFunc(at, func(i uint32) bool { return a.needs(i) != 0 }):
		return ' '
	case letter == noLetter || letter == '\n':
		return letter
	case syntax.IsWordChar(letter):
		return 'a'
	}
	return ' '
}

// needs is what an instruction waits for between letters.
func (a *automaton) needs(at uint32) syntax.EmptyOp {
	if i := &a.program.Inst[at]; i.Op == syntax.InstEmptyWidth {
		return syntax.EmptyOp(i.Arg)
	}
	return 0
}

// matches reports whether a match has ended among instructions that were followed.
func (a *automaton) matches(at []uint32) bool {
	return slices.ContainsFunc(at, func(i uint32) bool { return a.program.Inst[i].Op == syntax.InstMatch })
}

// follow gives the instructions that are come to from some without a letter, where something is true between
// letters: those that wait, each once, and where a match has ended.
func (a *automaton) follow(from []uint32, is syntax.EmptyOp) (out []uint32) {
	seen, left := make([]bool, len(a.program.Inst)), slices.Clone(from)
	for len(left) > 0 {
		at := left[len(left)-1]
		left = left[:len(left)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		switch i := &a.program.Inst[at]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			left = append(left, i.Out, i.Arg)
		case syntax.InstCapture, syntax.InstNop:
			left = append(left, i.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(i.Arg)&^is == 0 {
				left = append(left, i.Out)
			} else {
				out = append(out, at)
			}
		case syntax.InstFail:
		default:
			out = append(out, at)
		}
	}
	return out
}
