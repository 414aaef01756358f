package dictionary

import (
	"hash/maphash"
)

// Of texts that nearly all differ, to look each up takes longer than all else that becomes of it until
// they are put in order, and there equal ones meet. So an interner that may stops looking up when
// hardly any text was found again. 20 million texts of 33 bytes that differ, loaded by two processors:
// the one that numbered them was what the other waited for.
const (
	lookedUp   = 1 << 20 // texts after which it is decided
	foundAgain = 64      // of which less than one in so many was known
	mostLoose  = 2 << 30 // bytes that may come without being looked up, some may be there twice, which take memory
)

// looking is how many texts have been looked up lately, and how many had come by then.
type looking struct {
	texts, come int
	stopped     bool
}

// looks says whether the next texts are to be looked up.
func (in *Interner) looks() bool {
	l := &in.looking
	switch {
	case !in.Loose || in.Before != nil:
		return true
	case l.stopped:
		if in.come.size >= mostLoose {
			in.Loose, l.stopped = false, false
			in.learn()
		}
	case l.texts >= lookedUp:
		l.stopped = (l.texts-(in.come.Len()-l.come))*foundAgain < l.texts
		l.texts, l.come = 0, in.come.Len()
		if l.stopped {
			in.known.free()
		}
	}
	return !l.stopped
}

// learn has all texts that have come be found.
func (in *Interner) learn() {
	for code := range in.come.Len() {
		in.known.add(uint32(maphash.String(in.seed, in.come.at(code))), uint32(code))
	}
}

// append gives texts the next codes.
func (in *Interner) append(texts []string, codes []uint32) error {
	for i, text := range texts {
		if in.come.Len() >= MaxTexts {
			return ErrTexts
		}
		codes[i] = uint32(in.come.Len())
		in.come.add(text)
	}
	return nil
}
