package cpu

import (
	"math/bits"

	"gsdms/operators/cpu/machine"
)

// relatives is what a worker has of the family at hand: the rows of the vector that its
// members want, and those of each class.
type relatives struct {
	words   int
	wishes  []wish
	classes []portion
	room    []uint64 // bitmaps of the wishes, then of the classes
}

// wish is the rows that a member wants, as a bitmap.
type wish struct {
	member int // of the family
	mask   []uint64
	rows   int
}

// portion is the rows that the same members want.
type portion struct {
	members uint64
	mask    []uint64
	rows    int
}

// reset makes room for a vector of n rows.
func (r *relatives) reset(n int) {
	r.words = (n + 63) / 64
	if need := (familyMembers + familyClasses + 2) * r.words; len(r.room) < need {
		r.room = make([]uint64, need)
	}
	r.wishes, r.classes = r.wishes[:0], r.classes[:0]
}

func (r *relatives) bitmap(i int) []uint64 { return r.room[i*r.words : (i+1)*r.words] }

// together takes a vector through the members of a family.
func (w *worker) together(k *kernel, f *family, v *machine.Vector) {
	r := &w.relatives
	r.reset(v.Rows)
	for member, i := range f.members {
		if !w.skips[i] && k.runs[i].err.Load() == nil {
			w.wish(k, member, i, v)
		}
	}
	if !w.divide() {
		for _, wish := range r.wishes {
			w.forMember(k, f.members[wish.member], v, wish.mask, wish.rows)
		}
		return
	}
	for _, c := range r.classes {
		w.forClass(k, f, c, v)
	}
}

// wish notes the rows that a member wants. Where they are few they are worked on at once:
// hardly anybody else wants the same ones.
func (w *worker) wish(k *kernel, member, i int, v *machine.Vector) {
	r := &w.relatives
	w.guarded(k.runs[i], v, func(s *state) error {
		s.Counts[0] += int64(v.Rows)
		mask, left, few := w.passing(k, i, s.Counts[1:1+len(k.clauses[i])], v)
		if left == 0 {
			return w.run(s, v, few)
		}
		own := r.bitmap(len(r.wishes))
		if mask == nil {
			ones(own, v.Rows)
		} else {
			copy(own, mask)
		}
		r.wishes = append(r.wishes, wish{member, own, left})
		return nil
	})
}

// ones sets the first n bits.
func ones(mask []uint64, n int) {
	for i := range mask {
		mask[i] = ^uint64(0)
	}
	if n%64 != 0 {
		mask[n/64] = 1<<(n%64) - 1
	}
}

// divide makes classes of the rows that are wanted. It reports false where to work on them
// once takes as long as to work on them for each member.
func (w *worker) divide() bool {
	r := &w.relatives
	wanted, all := 0, 0
	for _, wish := range r.wishes {
		wanted += wish.rows
		fresh, ok := w.cutOut(wish)
		if !ok {
			return false
		}
		all += fresh
	}
	return w.options.Families == FamiliesAlways || all+classRows*len(r.classes) < wanted
}

// cutOut divides the classes so far by what one more member wants, and adds what nobody
// before it wanted: so many rows. It reports false where there are too many classes.
func (w *worker) cutOut(wish wish) (fresh int, ok bool) {
	r, k := &w.relatives, w.bitmaps.kernels
	member, left := uint64(1)<<wish.member, wish.rows
	rest := r.bitmap(familyMembers + familyClasses + 1)
	copy(rest, wish.mask)
	for i := range r.classes {
		if left == 0 {
			return 0, true
		}
		c, both := &r.classes[i], r.bitmap(familyMembers+len(r.classes))
		n := k.And(both, c.mask, rest)
		if n == 0 {
			continue
		}
		left = k.AndNot(rest, rest, both)
		switch {
		case n == c.rows:
			c.members |= member
			continue
		case len(r.classes) == familyClasses:
			return 0, false
		}
		c.rows = k.AndNot(c.mask, c.mask, both)
		r.classes = append(r.classes, portion{c.members | member, both, n})
	}
	if left > 0 {
		if len(r.classes) == familyClasses {
			return 0, false
		}
		own := r.bitmap(familyMembers + len(r.classes))
		copy(own, rest)
		r.classes = append(r.classes, portion{member, own, left})
	}
	return left, true
}

// forMember works on rows for run i.
func (w *worker) forMember(k *kernel, i int, v *machine.Vector, mask []uint64, rows int) {
	w.guarded(k.runs[i], v, func(s *state) error { return w.fold(k, i, s, v, mask, rows) })
}

// forClass works on the rows of a class, once if several members want them and there is room
// for their groups.
func (w *worker) forClass(k *kernel, f *family, c portion, v *machine.Vector) {
	members := bits.OnesCount64(c.members)
	if members > 1 {
		if s := f.class(w.id, c.members); s != nil {
			w.forAll(k, f, c, s, v)
			f.spared.Add(int64((members - 1) * c.rows))
			return
		}
	}
	for left := c.members; left != 0; left &= left - 1 {
		w.forMember(k, f.members[bits.TrailingZeros64(left)], v, c.mask, c.rows)
	}
}

// forAll works on the rows of a class for all its members; whatever goes wrong ends their runs.
func (w *worker) forAll(k *kernel, f *family, c portion, s *state, v *machine.Vector) {
	fail := func(err error) {
		for left := c.members; left != 0; left &= left - 1 {
			k.runs[f.members[bits.TrailingZeros64(left)]].fail(err)
		}
	}
	defer func() {
		if p := recover(); p != nil {
			fail(panicError(p))
		}
	}()
	if err := w.fold(k, f.members[0], s, v, c.mask, c.rows); err != nil {
		fail(err)
	}
}
