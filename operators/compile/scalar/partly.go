package scalar

import (
	"crypto/sha256"
	little "encoding/binary"
	"errors"
	"math"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/rows"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/index"
	"gsdms/plan"
)

// A function of a column of many texts is looked up in a table of all of them. Where the filters leave
// rows with few of these, it is one of the texts that they have: of 1.1 million messages, of which
// 24,000 rows are left, UPPER(REVERSE(…)) took 2 s of processor time when it was first asked for.

const (
	rowsPerText  = 32 // of a table with more rows to look for texts in takes as long as to compute something of them
	partOfTruths = 8  // what part of the texts is worth comparing one by one
)

// partly gives what keeps tables of an expression of one column: of the texts alone that rows which
// pass the program's filters have, where these are few, else whole ones. Rows of another stage may be
// few beside the texts without a filter.
func (c *Compiler) partly(e plan.Expr, p exprs.Place, whole tabulate.Keep) tabulate.Keep {
	column, t := c.Where.Column(p), c.Tables[p.Table].Ref.Table
	if p.Table != c.net.Root || column.Dict == nil || c.unbound || plan.CountOf(e) != nil {
		return whole
	}
	return func(lo, hi int64, build func(*tabulate.Maker) (*tabulate.Table, error)) (*tabulate.Table, error) {
		if texts := hi - lo + 1; !plan.TakesLong(e, int(texts)) || int64(t.Rows)/rowsPerText/int64(plan.Effort(e)) > texts || !c.leavesFew(e, texts) {
			return whole(lo, hi, build)
		}
		part := c.noting(p, e, c.Functions.KeptPart(index.KeptArray, t, p.Column, e, filtersKey(c.Prog)))
		made, err := part(lo, hi, func(m *tabulate.Maker) (*tabulate.Table, error) {
			some, err := rows.Occurring(c.ctx, c.Prog, p.Column, lo, hi)
			if err != nil {
				return nil, err
			}
			if !m.MayPart(index.KeptArray, t, p.Column, e, lo, hi, index.Members(some)) {
				return nil, tabulate.ErrWhole
			}
			return m.FillSome(e, column.Type, column.Dict, lo, hi, some)
		})
		if errors.Is(err, tabulate.ErrWhole) {
			return whole(lo, hi, build)
		}
		return made, err
	}
}

// leavesFew reports whether the filters are expected to leave rows for fewer of so many texts.
func (c *Compiler) leavesFew(e plan.Expr, texts int64) bool {
	left := c.Prog.Estimate().Sink
	if e.Type().Kind == plan.Bool && !exprs.Makes(e) {
		left *= partOfTruths
	}
	return left < float64(texts)
}

// filtersKey tells programs of one table apart by the rows that pass their filters.
func filtersKey(p *operators.Program) string {
	sum, word := sha256.New(), make([]byte, 0, 8)
	put := func(n uint64) { _, _ = sum.Write(little.LittleEndian.AppendUint64(word, n)) }
	for _, clause := range p.Filters {
		put(math.MaxUint64)
		for _, leaf := range clause.Any {
			switch l := leaf.(type) {
			case operators.Ranges:
				put(uint64(p.Columns[l.Column].Ordinal))
				put(uint64(len(l.In)))
				for _, in := range l.In {
					put(in.Lo)
					put(in.Hi)
				}
			case operators.Member:
				put(^uint64(p.Columns[l.Column].Ordinal))
				put(uint64(len(p.Bits[l.Set].Bits)))
				for _, bits := range p.Bits[l.Set].Bits {
					put(bits)
				}
			}
		}
	}
	return string(sum.Sum(nil))
}
