package coding

import (
	"errors"
	"math"
	"os"

	"gsdms/plan"
)

// Spill keeps a column's numbers while the range of the whole column is not known yet:
// full segments in a file without a name, each in the narrowest form that holds it, and
// the last one in memory. A load of up to one segment makes no file. One goroutine at a
// time uses it; whoever made it closes it.
type Spill struct {
	Float    bool
	Folder   string
	file     *os.File
	end      int64
	Blocks   []block
	Last     []int64 // the segment being filled
	LastNull []bool  // nil: no NULL in it
	Total    Summary
	scratch  []byte
}

// block is a full segment in the file.
type block struct {
	at      int64
	storage plan.Storage
	none    *int64 // stands for NULL, where the storage has no code for it
}

// Room gives how many more numbers the segment being filled takes, at least 1.
func (s *Spill) Room() (int, error) {
	if len(s.Last) == plan.SegmentRows {
		if err := s.flush(); err != nil {
			return 0, err
		}
	}
	return plan.SegmentRows - len(s.Last), nil
}

// SetNull marks the last count numbers NULL where null says so.
func (s *Spill) SetNull(null []bool) {
	from := len(s.Last) - len(null)
	if s.LastNull == nil {
		s.LastNull = make([]bool, plan.SegmentRows)
	}
	for i, is := range null {
		s.LastNull[from+i] = is
		if is {
			s.Last[from+i] = 0
		}
	}
}

// Nulls are the marks of the segment being filled, or nil.
func (s *Spill) Nulls() []bool {
	if s.LastNull == nil {
		return nil
	}
	return s.LastNull[:len(s.Last)]
}

// form is the narrowest form of the segment being filled. Where that has no code for NULL, none
// is a number that the segment has not.
func (s *Spill) form(sum Summary) (form plan.Storage, none *int64) {
	if s.Float {
		return FloatStorage(sum.Null), nil
	}
	form, err := sum.Storage()
	if err == nil {
		return form, nil
	}
	has := make(map[int64]bool, len(s.Last))
	for _, n := range s.Last {
		has[n] = true
	}
	free := int64(0)
	for has[free] {
		free++
	}
	return plan.Storage{Width: 8, Bias: math.MinInt64}, &free
}

// flush writes the full segment to the file.
func (s *Spill) flush() error {
	if err := s.open(); err != nil {
		return err
	}
	sum := Summarize(s.Last, s.Nulls())
	storage, none := s.form(sum)
	s.Total.Merge(sum)
	out, nulls := s.scratch[:len(s.Last)*storage.Width], s.Nulls()
	if none != nil {
		for i, null := range nulls {
			if null {
				s.Last[i] = *none
			}
		}
		nulls = nil
	}
	Encode(out, s.Last, nulls, storage)
	if _, err := s.file.WriteAt(out, s.end); err != nil {
		return err
	}
	s.Blocks = append(s.Blocks, block{at: s.end, storage: storage, none: none})
	s.end += int64(len(out))
	s.Last, s.LastNull = s.Last[:0], nil
	return nil
}

// open makes the file, once, and takes its name away: it is gone with this process.
func (s *Spill) open() error {
	if s.file != nil {
		return nil
	}
	f, err := os.CreateTemp(s.Folder, "*.spill")
	if err != nil {
		return err
	}
	if err := os.Remove(f.Name()); err != nil {
		return errors.Join(err, f.Close())
	}
	s.file = f
	s.scratch = AlignedBytes(8 * plan.SegmentRows)
	return nil
}

// Summary bounds all numbers so far.
func (s *Spill) Summary() Summary {
	t := s.Total
	t.Merge(Summarize(s.Last, s.Nulls()))
	return t
}

// Numbers reads segment i, as a Reader does.
func (s *Spill) Numbers(i int, n []int64, null []bool) (rows int, err error) {
	if i == len(s.Blocks) {
		clear(null[copy(null, s.Nulls()):])
		return copy(n, s.Last), nil
	}
	b := s.Blocks[i]
	in := s.scratch[:plan.SegmentRows*b.storage.Width]
	if _, err := s.file.ReadAt(in, b.at); err != nil {
		return 0, err
	}
	Decode(n[:plan.SegmentRows], null[:plan.SegmentRows], in, b.storage)
	if b.none != nil {
		for i, v := range n[:plan.SegmentRows] {
			if null[i] = v == *b.none; null[i] {
				n[i] = 0
			}
		}
	}
	return plan.SegmentRows, nil
}

// Close gives the file back, if there is one.
func (s *Spill) Close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}
