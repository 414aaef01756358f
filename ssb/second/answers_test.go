package second

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// question is a query and the same in Go. Its columns are the keys, then the folds.
type question struct {
	name  string
	like  string // the benchmark's query of that shape, if any
	text  string
	keep  func(u *usage) bool
	keys  []func(u *usage) string
	folds []func() fold
}

// fold accumulates one group's value of one aggregate.
type fold interface {
	add(u *usage)
	text() string
}

// answer asks the rows. The lines are sorted, their columns divided by bars.
func (w *world) answer(q *question) []string {
	groups := map[string][]fold{}
	if len(q.keys) == 0 {
		groups[""] = newFolds(q)
	}
	for i := range w.traffic {
		u := &w.traffic[i]
		if !q.keep(u) {
			continue
		}
		var key strings.Builder
		for _, k := range q.keys {
			key.WriteString(k(u) + "|")
		}
		if groups[key.String()] == nil {
			groups[key.String()] = newFolds(q)
		}
		for _, f := range groups[key.String()] {
			f.add(u)
		}
	}
	lines := make([]string, 0, len(groups))
	for key, folds := range groups {
		for _, f := range folds {
			key += f.text() + "|"
		}
		lines = append(lines, key)
	}
	slices.Sort(lines)
	return lines
}

func newFolds(q *question) []fold {
	out := make([]fold, len(q.folds))
	for i, f := range q.folds {
		out[i] = f()
	}
	return out
}

// integer is what an integer or decimal aggregate reads; scale is the decimals of its result.
type integer func(u *usage) null[int64]

// total is SUM, and AVG where digits are asked beyond the scale.
type total struct {
	value  integer
	scale  int
	more   int // digits of AVG beyond the scale; 0: SUM
	sum    big.Int
	values int64
}

func sum(scale int, v integer) func() fold {
	return func() fold { return &total{value: v, scale: scale} }
}

func average(scale int, v integer) func() fold {
	return func() fold { return &total{value: v, scale: scale, more: 4} }
}

func (t *total) add(u *usage) {
	if v := t.value(u); v.ok {
		t.sum.Add(&t.sum, big.NewInt(v.v))
		t.values++
	}
}

func (t *total) text() string {
	if t.values == 0 {
		return "NULL"
	}
	if t.more == 0 {
		return decimal(&t.sum, t.scale)
	}
	// Rounded half away from zero: the magnitude, doubled, plus the divisor, halved.
	n := new(big.Int).Mul(new(big.Int).Abs(&t.sum), big.NewInt(20_000))
	n.Add(n, big.NewInt(t.values))
	n.Quo(n, big.NewInt(2*t.values))
	if t.sum.Sign() < 0 {
		n.Neg(n)
	}
	return decimal(n, t.scale+t.more)
}

// decimal prints a number with its last digits after a point.
func decimal(n *big.Int, scale int) string {
	digits := new(big.Int).Abs(n).String()
	if len(digits) <= scale {
		digits = strings.Repeat("0", scale+1-len(digits)) + digits
	}
	if scale > 0 {
		digits = digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
	}
	if n.Sign() < 0 {
		return "-" + digits
	}
	return digits
}

// extreme is MIN or MAX.
type extreme struct {
	value integer
	scale int
	max   bool
	best  null[int64]
}

func lowest(scale int, v integer) func() fold {
	return func() fold { return &extreme{value: v, scale: scale} }
}

func highest(scale int, v integer) func() fold {
	return func() fold { return &extreme{value: v, scale: scale, max: true} }
}

func (e *extreme) add(u *usage) {
	v := e.value(u)
	if v.ok && (!e.best.ok || e.max && v.v > e.best.v || !e.max && v.v < e.best.v) {
		e.best = v
	}
}

func (e *extreme) text() string {
	if !e.best.ok {
		return "NULL"
	}
	return decimal(big.NewInt(e.best.v), e.scale)
}

// doubles is SUM, MIN and MAX of doubles, in one text. The sum has room for every bit
// of a double, so that it is rounded once.
type doubles struct {
	sum      *big.Float
	lo, hi   float64
	anything bool
}

func newDoubles() fold { return &doubles{sum: new(big.Float).SetPrec(2400)} }

func (d *doubles) add(u *usage) {
	v := u.jitter
	if !v.ok {
		return
	}
	d.sum.Add(d.sum, big.NewFloat(v.v))
	if !d.anything || v.v < d.lo {
		d.lo = v.v
	}
	if !d.anything || v.v > d.hi {
		d.hi = v.v
	}
	d.anything = true
}

func (d *doubles) text() string {
	if !d.anything {
		return "NULL|NULL|NULL"
	}
	all, _ := d.sum.Float64()
	return strings.Join([]string{double64(all), double64(d.lo), double64(d.hi)}, "|")
}

func double64(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// distinct is COUNT(DISTINCT), of which NULL is no part.
type distinct struct {
	value func(u *usage) null[string]
	seen  map[string]bool
}

func countDistinct(v func(u *usage) null[string]) func() fold {
	return func() fold { return &distinct{value: v, seen: map[string]bool{}} }
}

func (d *distinct) add(u *usage) {
	if v := d.value(u); v.ok {
		d.seen[v.v] = true
	}
}

func (d *distinct) text() string { return fmt.Sprint(len(d.seen)) }
