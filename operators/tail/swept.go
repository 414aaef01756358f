package tail

import (
	"gsdms/operators/tail/extreme"
	"gsdms/plan/value"

	"gsdms/operators/tail/team"
)

// Texts of rows lie in memory as the rows do, so that a group, whose rows lie all over, waits for each of
// its texts. Where groups have many rows, the least or greatest of all groups are found in the order of
// the rows instead: each text is held against that of its group so far, which is near.

// sweeps reports whether the aggregate of so many groups is found in the order of the rows.
func (c *collection) sweeps(groups int) bool {
	if c.Sign() == 0 || c.distinct || c.args[0].Texts == nil {
		return false
	}
	return len(c.l.Parts) > 1 && groups <= len(c.l.Order)/manyRows
}

// swept computes the aggregates of so many groups that are found in the order of the rows, and gives the
// others.
func swept(of []*collection, groups int) (others []*collection, err error) {
	for _, c := range of {
		if !c.sweeps(groups) {
			others = append(others, c)
		} else if err == nil {
			err = c.sweep()
		}
	}
	return others, err
}

// sweep computes the aggregate of all groups.
func (c *collection) sweep() error {
	r, groups, sign := c.r, len(c.l.Parts), c.Sign()
	free, err := r.Scratch(int64(4*r.rows.Len + r.Threads*groups*extreme.Bytes))
	if err != nil {
		return err
	}
	defer free()
	group, err := c.groupOfEach()
	if err != nil {
		return err
	}
	v, of := c.args[0], make([]*extreme.Texts, r.Threads)
	err = r.Spread(team.Chunks(r.rows.Len), func(worker, chunk int) error {
		if of[worker] == nil {
			of[worker] = extreme.New(groups)
		}
		b, lo := of[worker], chunk*team.ChunkRows
		for i, text := range v.Texts[lo:min(lo+team.ChunkRows, r.rows.Len)] {
			if !v.IsNull(lo + i) {
				b.Add(group[lo+i], text, sign)
			}
		}
		return nil
	})
	all := extreme.New(groups)
	for _, b := range of {
		for i := 0; b != nil && i < groups; i++ {
			if b.Some[i] {
				all.Add(int32(i), b.Texts[i], sign)
			}
		}
	}
	for i := range groups {
		if c.values[i] = c.agg.Empty(); all.Some[i] {
			c.values[i] = value.OfString(all.Texts[i])
		}
	}
	return err
}

// groupOfEach gives the number of each row's group.
func (c *collection) groupOfEach() ([]int32, error) {
	out, batches := make([]int32, c.r.rows.Len), c.l.Batches()
	first := make([]int32, len(batches)) // the number of the first group of each
	for i := 1; i < len(batches); i++ {
		first[i] = first[i-1] + int32(len(batches[i-1]))
	}
	return out, c.r.Spread(len(batches), func(_, task int) error {
		for i, p := range batches[task] {
			for _, row := range c.l.Order[p.Lo:p.Hi] {
				out[row] = first[task] + int32(i)
			}
		}
		return nil
	})
}
