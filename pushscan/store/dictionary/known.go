package dictionary

import "gsdms/operators/large"

// known finds the codes of texts by the texts' hashes: a table with open addresses, which has no
// pointers that the collector would have to follow. The texts are elsewhere.
type known struct {
	places []place             // a power of two of them, a quarter or more free
	apart  *large.Apart[place] // that has them; nil: the heap does, for they are few
	used   int
	seen   uint32 // has what approach reads used
}

// place has one code, or none.
type place struct {
	hash  uint32
	after uint32 // the code and 1; 0: none
}

const leastPlaces = 16

// find gives the first code with a hash of which the text is is, and ok false where there is none.
func (k *known) find(hash uint32, is func(code uint32) bool) (code uint32, ok bool) {
	mask := len(k.places) - 1
	if mask < 0 {
		return 0, false
	}
	for i := int(hash) & mask; k.places[i].after > 0; i = (i + 1) & mask {
		if p := k.places[i]; p.hash == hash && is(p.after-1) {
			return p.after - 1, true
		}
	}
	return 0, false
}

// add has find find a code, which it does not yet.
func (k *known) add(hash, code uint32) {
	if 4*(k.used+1) > 3*len(k.places) {
		k.grow()
	}
	k.put(place{hash, code + 1})
	k.used++
}

func (k *known) put(p place) {
	mask := len(k.places) - 1
	i := int(p.hash) & mask
	for k.places[i].after > 0 {
		i = (i + 1) & mask
	}
	k.places[i] = p
}

// mostNear is how many places the heap has.
const mostNear = 1 << 16

func (k *known) grow() {
	old, of := k.places, k.apart
	if n := max(leastPlaces, 2*len(old)); n <= mostNear {
		k.places = make([]place, n)
	} else {
		k.apart = large.NewApart[place](n)
		k.places = k.apart.Memory
	}
	for _, p := range old {
		if p.after > 0 {
			k.put(p)
		}
	}
	if of != nil {
		of.Free()
	}
}

// free forgets all codes.
func (k *known) free() {
	if k.apart != nil {
		k.apart.Free()
	}
	*k = known{}
}

// approach reads where the codes with some hashes may be, so that these reads wait together, and
// those of find behind them do not.
func (k *known) approach(hashes []uint32) {
	if mask := len(k.places) - 1; mask >= 0 {
		for _, h := range hashes {
			k.seen += k.places[int(h)&mask].after
		}
	}
}
