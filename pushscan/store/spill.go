package store

import (
	"errors"
	"math"
	"os"

	"gsdms/plan"
)

// spill keeps a column's numbers while the range of the whole column is not known yet:
// full segments in a file without a name, each in the narrowest form that holds it, and
// the last one in memory. A load of up to one segment makes no file. One goroutine at a
// time uses it; whoever made it closes it.
type spill struct {
	float   bool
	folder  string
	file    *os.File
	end     int64
	blocks  []block
	n       []int64 // the segment being filled
	null    []bool  // nil: no NULL in it
	total   summary
	scratch []byte
}

// block is a full segment in the file.
type block struct {
	at      int64
	storage plan.Storage
	none    *int64 // stands for NULL, where the storage has no code for it
}

// room gives how many more numbers the segment being filled takes, at least 1.
func (s *spill) room() (int, error) {
	if len(s.n) == plan.SegmentRows {
		if err := s.flush(); err != nil {
			return 0, err
		}
	}
	return plan.SegmentRows - len(s.n), nil
}

// setNull marks the last count numbers NULL where null says so.
func (s *spill) setNull(null []bool) {
	from := len(s.n) - len(null)
	if s.null == nil {
		s.null = make([]bool, plan.SegmentRows)
	}
	for i, is := range null {
		s.null[from+i] = is
		if is {
			s.n[from+i] = 0
		}
	}
}

// nulls are the marks of the segment being filled, or nil.
func (s *spill) nulls() []bool {
	if s.null == nil {
		return nil
	}
	return s.null[:len(s.n)]
}

// form is the narrowest form of the segment being filled. Where that has no code for NULL, none
// is a number that the segment has not.
func (s *spill) form(sum summary) (form plan.Storage, none *int64) {
	if s.float {
		return floatStorage(sum.null), nil
	}
	form, err := sum.storage()
	if err == nil {
		return form, nil
	}
	has := make(map[int64]bool, len(s.n))
	for _, n := range s.n {
		has[n] = true
	}
	free := int64(0)
	for has[free] {
		free++
	}
	return plan.Storage{Width: 8, Bias: math.MinInt64}, &free
}

// flush writes the full segment to the file.
func (s *spill) flush() error {
	if err := s.open(); err != nil {
		return err
	}
	sum := summarize(s.n, s.nulls())
	storage, none := s.form(sum)
	s.total.merge(sum)
	out, nulls := s.scratch[:len(s.n)*storage.Width], s.nulls()
	if none != nil {
		for i, null := range nulls {
			if null {
				s.n[i] = *none
			}
		}
		nulls = nil
	}
	encode(out, s.n, nulls, storage)
	if _, err := s.file.WriteAt(out, s.end); err != nil {
		return err
	}
	s.blocks = append(s.blocks, block{at: s.end, storage: storage, none: none})
	s.end += int64(len(out))
	s.n, s.null = s.n[:0], nil
	return nil
}

// open makes the file, once, and takes its name away: it is gone with this process.
func (s *spill) open() error {
	if s.file != nil {
		return nil
	}
	f, err := os.CreateTemp(s.folder, "*.spill")
	if err != nil {
		return err
	}
	if err := os.Remove(f.Name()); err != nil {
		return errors.Join(err, f.Close())
	}
	s.file = f
	s.scratch = alignedBytes(8 * plan.SegmentRows)
	return nil
}

// summary bounds all numbers so far.
func (s *spill) summary() summary {
	t := s.total
	t.merge(summarize(s.n, s.nulls()))
	return t
}

// numbers reads segment i, as version.numbers does.
func (s *spill) numbers(i int, n []int64, null []bool) (rows int, err error) {
	if i == len(s.blocks) {
		clear(null[copy(null, s.nulls()):])
		return copy(n, s.n), nil
	}
	b := s.blocks[i]
	in := s.scratch[:plan.SegmentRows*b.storage.Width]
	if _, err := s.file.ReadAt(in, b.at); err != nil {
		return 0, err
	}
	decode(n[:plan.SegmentRows], null[:plan.SegmentRows], in, b.storage)
	if b.none != nil {
		for i, v := range n[:plan.SegmentRows] {
			if null[i] = v == *b.none; null[i] {
				n[i] = 0
			}
		}
	}
	return plan.SegmentRows, nil
}

func (s *spill) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}
