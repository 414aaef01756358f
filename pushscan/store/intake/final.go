package intake

import (
	"context"
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/manifest"
)

// Final gives a column's numbers as they will be stored: codes of the sorted
// dictionary in place of provisional ones.
type Final struct {
	*Column
	rank    []uint32        // final code of each provisional one; nil: numbers stay
	codes   map[int64]int64 // of numbers that leave no code for NULL; nil: they stay
	numbers []int64         // in place of rank: the number of each key, of which 64 bits hold all
}

// Settle gives the texts that have come, and numbers that are to be codes, their final codes, in a
// dictionary that write writes. It reports whether the column keeps the dictionary that it had; tail:
// that has texts behind it, which is to end.
func (c *Final) Settle(ctx context.Context, tail bool, write func(*dictionary.Interner) ([]uint32, error)) (kept bool, err error) {
	switch {
	case c.spansAll():
		return false, c.codeNumbers(write)
	case c.Texts == nil:
		return false, nil
	case c.adopted != nil:
		return false, c.settleAdopted(ctx, write)
	case c.Texts.Come() > 0 || tail:
		if c.numbers = c.Narrowed(); c.numbers == nil {
			c.rank, err = write(c.Texts)
		}
		return false, err
	}
	return true, nil
}

// spansAll reports whether the numbers leave no code of 64 bits for the NULLs among them.
func (b *Column) spansAll() bool {
	if b.Texts != nil || b.Key != nil || b.Type.Float() {
		return false
	}
	_, err := b.Spill.Summary().Storage()
	return err != nil
}

// codeNumbers makes a dictionary of the column's numbers, which write writes.
func (c *Final) codeNumbers(write func(*dictionary.Interner) ([]uint32, error)) error {
	keys, codes := dictionary.New(), map[int64]int64{}
	n, null := make([]int64, plan.SegmentRows), make([]bool, plan.SegmentRows)
	for s := range len(c.Spill.Blocks) + 1 {
		rows, err := c.Spill.Numbers(s, n, null)
		if err != nil {
			return err
		}
		for i, v := range n[:rows] {
			if _, known := codes[v]; known || null[i] {
				continue
			}
			key, _ := value.KeyOf(value.OfNumber(c.Type, v), c.Type)
			code, err := keys.Code(key)
			if err != nil {
				return err
			}
			codes[v] = int64(code)
		}
	}
	rank, err := write(keys)
	if err != nil {
		return err
	}
	for v, code := range codes {
		codes[v] = int64(rank[code])
	}
	c.codes = codes
	return nil
}

// Narrowed gives the numbers of the keys that have come, if 64 bits hold all of them, and the
// NULLs besides; nil for a column of something else.
func (b *Column) Narrowed() []int64 {
	if !b.Type.Keyed() || b.Texts.Before != nil {
		return nil
	}
	out := make([]int64, b.Texts.Come())
	for i := range out {
		n := value.KeyNumber([]byte(b.Texts.New(i)))
		if !n.IsInt64() {
			return nil
		}
		out[i] = n.Int64()
	}
	if slices.Min(out) == math.MinInt64 && slices.Max(out) == math.MaxInt64 {
		return nil
	}
	return out
}

// Read is a coding.Reader, of a column that is settled.
func (c *Final) Read(s int, n []int64, null []bool) (int, error) {
	rows, err := c.Spill.Numbers(s, n, null)
	if err != nil || c.rank == nil && c.numbers == nil && c.codes == nil {
		return rows, err
	}
	if c.codes != nil {
		for i, v := range n[:rows] {
			if n[i] = 0; !null[i] {
				n[i] = c.codes[v]
			}
		}
		return rows, nil
	}
	if c.numbers != nil {
		for i, p := range n[:rows] {
			if n[i] = 0; !null[i] {
				n[i] = c.numbers[p]
			}
		}
		return rows, nil
	}
	for i, p := range n[:rows] {
		n[i] = int64(c.rank[p])
	}
	return rows, nil
}

// Describe fills in how the column is stored.
func (c *Final) Describe(e *manifest.Column) error { return c.DescribeAs(e, c.Spill.Summary()) }

// DescribeAs is describe for numbers with these bounds.
func (c *Final) DescribeAs(e *manifest.Column, sum coding.Summary) error {
	if c.Type.Float() {
		e.Width, e.Float, e.Nulls = 8, true, sum.Null
		return nil
	}
	if c.numbers != nil && sum.Min <= sum.Max {
		sum.Min, sum.Max = slices.Min(c.numbers), slices.Max(c.numbers)
	} else if c.codes != nil {
		sum.Min, sum.Max = 0, int64(len(c.codes)-1)
	} else if c.Texts != nil && sum.Min <= sum.Max {
		sum.Min, sum.Max = 0, int64(c.Texts.Len()-1)
	}
	return e.Describe(sum)
}

// settleAdopted is settle for a column whose rows have come with a dictionary; write writes the one of
// the column.
func (c *Final) settleAdopted(ctx context.Context, write func(*dictionary.Interner) ([]uint32, error)) error {
	kept, ranks, err := c.Texts.Only(ctx, c.adopted)
	if err != nil {
		return err
	}
	c.Texts = kept
	if kept.Len() == 0 {
		return nil
	}
	after, err := write(kept)
	if err != nil {
		return err
	}
	for i, r := range ranks {
		ranks[i] = after[min(int(r), len(after)-1)] // of a text that no row has it is any
	}
	c.rank = append(ranks, after[kept.Before.Len():]...)
	return nil
}
