package snapshot

import (
	"context"
	"path/filepath"
	"sync/atomic"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/manifest"
)

// late is a column whose dictionary has a tail. Its numbers are stored in codes of the dictionary
// and, behind them, of the tail; whoever reads them gets codes of one dictionary of all texts, which
// is made when somebody asks for one of these or for rows.
type late struct {
	tail  *dictionary.Tail
	base  *plan.Dictionary // of the dictionary's file
	form  plan.Storage     // of the numbers that codes are of: a column that has got its first NULL has another one
	codes atomic.Pointer[[]uint32]
}

// Tail gives the dictionary of a column's file and the texts behind it, which may be nil: their
// codes are those that Stored gives.
func (v *Version) Tail(column int) (*plan.Dictionary, *dictionary.Tail) {
	c := &v.Columns[column]
	if c.late == nil {
		return c.Dict, nil
	}
	return c.late.base, c.late.tail
}

// openTail opens the texts behind a column's dictionary.
func (v *Version) openTail(i int, before *Version, open func(path string, of *manifest.File) (*Mapping, error)) (err error) {
	c, entry := &v.Columns[i], v.Manifest.Entry(i)
	if entry.Tail == nil {
		return nil
	}
	if c.Tail, err = open(filepath.Join(v.Folder, entry.Tail.Name), entry.Tail); err != nil {
		return v.unopened(i, entry.Tail, err)
	}
	known := before.lateOf(c.Tail.Path)
	if known != nil && known.tail.Len() == entry.Late && known.base == c.Dict && known.form == c.storage {
		c.late, c.Dict = known, before.mergedOf(c.Tail.Path)
		return nil
	}
	begin := dictionary.NewTail(manifest.BoundSum(v.Manifest.BoundTo(), entry.Tail.Name, manifest.Growing, 0, -1))
	if known != nil && known.tail.Len() <= entry.Late {
		begin = known.tail
	}
	l := &late{base: c.Dict, form: c.storage}
	err = v.Reading(i, entry.Tail, func() error {
		if l.tail, err = begin.Extend(c.Tail.Data, entry.Late); err != nil {
			return v.damage(i, entry.Tail, -1, err.Error())
		}
		if l.tail.Sum() != entry.Tail.Sum {
			return v.damage(i, entry.Tail, -1, badSum)
		}
		return nil
	})
	if err != nil {
		return err
	}
	c.late = l
	size := l.base.Size() + int64(l.tail.Size()) + 4*int64(l.tail.Len())
	taken := int(size) + 4*(entry.AllTexts()+1)
	c.Dict = plan.NewUnreadDictionary(entry.AllTexts(), size, func() (offsets []uint32, text []byte, err error) {
		if err := v.room.take(taken); err != nil {
			return nil, nil, err
		}
		err = v.Reading(i, entry.Tail, func() (err error) {
			var rank []uint32
			if offsets, text, rank, err = dictionary.Merge(context.Background(), l.base, l.tail); err == nil {
				codes := storedCodes(rank, c.storage)
				l.codes.Store(&codes)
			}
			return err
		})
		v.room.hold(offsets, taken, err)
		return offsets, text, err
	})
	return nil
}

// storedCodes gives what each stored number becomes when its code does.
func storedCodes(rank []uint32, form plan.Storage) []uint32 {
	none := int(-form.Bias) // stored numbers that are no code: 0 for NULL
	out := make([]uint32, none+len(rank))
	for i, code := range rank {
		out[none+i] = uint32(form.Store(int64(code)))
	}
	return out
}

// lateOf gives the tail that a version, which may be nil, has out of a file, or nil.
func (v *Version) lateOf(path string) *late {
	if c := v.tailed(path); c != nil {
		return c.late
	}
	return nil
}

// mergedOf gives the dictionary of all texts of the column with that tail.
func (v *Version) mergedOf(path string) *plan.Dictionary { return v.tailed(path).Dict }

func (v *Version) tailed(path string) *Column {
	if v == nil {
		return nil
	}
	for i := range v.Columns {
		if t := v.Columns[i].Tail; t != nil && t.Path == path {
			return &v.Columns[i]
		}
	}
	return nil
}

// merged gives what stored numbers become; it makes the dictionary if need be.
func (c *Column) merged() (codes []uint32, err error) {
	defer func() {
		if r := recover(); r != nil {
			unreadable, ok := r.(*plan.UnreadableError)
			if !ok {
				panic(r)
			}
			err = unreadable.Err
		}
	}()
	for {
		if codes := c.late.codes.Load(); codes != nil {
			return *codes, nil
		}
		c.Dict.Forget()
		c.Dict.Find("") // reads it, and gives the codes
	}
}

// recoded gives stored numbers in codes of the dictionary of all texts, and the memory that was made
// for these.
func (v *Version) recoded(column int, bytes []byte) ([]byte, *loan, error) {
	c := &v.Columns[column]
	codes, err := c.merged()
	if err != nil {
		return nil, nil, err
	}
	out, of, err := v.room.lend(len(bytes))
	if err != nil {
		return nil, nil, err
	}
	err = v.Reading(column, v.Manifest.Entry(column).File, func() error {
		c.recode(out, bytes, codes)
		return nil
	})
	return out, of, err
}

// recode writes the bytes of stored numbers in codes of the dictionary of all texts.
func (c *Column) recode(out, bytes []byte, codes []uint32) {
	switch c.storage.Width {
	case 1:
		recodeAs(coding.Words[uint8](out), coding.Words[uint8](bytes), codes)
	case 2:
		recodeAs(coding.Words[uint16](out), coding.Words[uint16](bytes), codes)
	case 4:
		recodeAs(coding.Words[uint32](out), coding.Words[uint32](bytes), codes)
	}
}

func recodeAs[T uint8 | uint16 | uint32](out, in []T, codes []uint32) {
	for i, stored := range in {
		out[i] = T(codes[stored])
	}
}

// zone gives the bounds of a segment whose stored numbers have these: only codes of the
// dictionary's file keep their order.
func (c *Column) zone(lo, hi uint64, all int) (uint64, uint64) {
	codes := c.late.codes.Load()
	if last := c.storage.Store(int64(c.late.base.Len() - 1)); codes != nil && hi <= last {
		return uint64((*codes)[lo]), uint64((*codes)[hi])
	}
	if c.storage.Nullable {
		return 0, c.storage.Store(int64(all - 1))
	}
	return c.storage.Store(0), c.storage.Store(int64(all - 1))
}
