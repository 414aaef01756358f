package windows

import (
	"cmp"
	"math"
	"math/big"

	"gsdms/plan"
	"gsdms/plan/value"
)

// frame gives the positions [lo, hi) that a row sees. Positions are asked for ascending,
// and neither bound ever goes back. Once the context is done an edge may be anywhere.
type frame struct{ lo, hi edge }

// edge is where frames begin, or end.
type edge interface {
	// start goes to a partition.
	start(p Part)
	// at gives the edge of position i's frame.
	at(i int) int
}

// of gives the frame of position i, none of it before its beginning.
func (f frame) of(i int) (lo, hi int) {
	hi = f.hi.at(i)
	return min(f.lo.at(i), hi), hi
}

// start goes to a partition, which has to be done before any position of it is asked for.
func (f frame) start(p Part) {
	f.lo.start(p)
	f.hi.start(p)
}

// frames makes frames for goroutines.
type frames struct{ lo, hi edges }

// edges makes an edge for one goroutine, which goes with it from partition to partition.
type edges func() edge

// frames prepares what is the same for all partitions.
func (l *Layout) frames(over plan.Over) frames {
	f := over.Bounds()
	return frames{lo: l.edges(over, f.Range, f.Lo, false), hi: l.edges(over, f.Range, f.Hi, true)}
}

// begin makes the frames of one goroutine.
func (f frames) begin() frame { return frame{lo: f.lo(), hi: f.hi()} }

// edges prepares one edge; behind says that it is the end, and so behind the last row.
func (l *Layout) edges(over plan.Over, byValue bool, b plan.Bound, behind bool) edges {
	switch b.At {
	case plan.UnboundedPreceding:
		return func() edge { return &fixedEdge{} }
	case plan.UnboundedFollowing:
		return func() edge { return &fixedEdge{last: true} }
	}
	if !byValue {
		by := rowOffset(b) + int(flag(behind))
		return func() edge { return &rowEdge{by: by} }
	}
	if b.At == plan.CurrentRow {
		return func() edge { return &peerEdge{l: l, behind: behind} }
	}
	return l.valueEdges(over.Order[0], b, behind)
}

// fixedEdge is where the partition begins, or ends.
type fixedEdge struct {
	last bool
	to   int
}

func (e *fixedEdge) start(p Part) {
	if e.to = p.Lo; e.last {
		e.to = p.Hi
	}
}

func (e *fixedEdge) at(int) int { return e.to }

// rowEdge is so many rows away.
type rowEdge struct {
	p  Part
	by int
}

func (e *rowEdge) start(p Part) { e.p = p }

func (e *rowEdge) at(i int) int { return max(e.p.Lo, min(e.p.Hi, i+e.by)) }

// rowOffset is how many rows a bound is behind the current one.
func rowOffset(b plan.Bound) int {
	n := int(min(b.Offset.Int, math.MaxInt32))
	switch b.At {
	case plan.Preceding:
		return -n
	case plan.Following:
		return n
	}
	return 0
}

// peerEdge is where the peers of the row begin, or end.
type peerEdge struct {
	l      *Layout
	p      Part
	behind bool
	now    int
}

func (e *peerEdge) start(p Part) { e.p, e.now = p, p.Lo }

func (e *peerEdge) at(i int) int {
	if !e.behind {
		if e.l.First[i] {
			e.now = i
		}
		return e.now
	}
	if i >= e.now {
		e.now = i + 1
		for e.now < e.p.Hi && !e.l.First[e.now] && e.l.stopped(e.now) == nil {
			e.now++
		}
	}
	return e.now
}

// valueEdge is where the order key reaches (or, for an end, passes) the row's key plus an
// offset. NULLs are before all values, or behind: a row of NULL sees its peers.
type valueEdge struct {
	column *plan.Vector
	peers  peerEdge
	end    int // of the rows that are not NULL
	now    int
	side   func(row, now int32) int // the sign of row's key less (now's key plus the offset), in the order
}

func (l *Layout) valueEdges(order plan.WindowOrder, b plan.Bound, behind bool) edges {
	v := &l.Columns[order.Slot.Index]
	if reach, ok := reachOf(v, order, b, behind); ok {
		return func() edge {
			return &wholeEdge{valueEdge: l.valueEdge(v, behind), reach: reach}
		}
	}
	up := (b.At == plan.Following) != order.Desc // towards larger values
	return func() edge {
		e := l.valueEdge(v, behind)
		e.side = distance(v, b, up) // of each goroutine its own: some remember a row
		if order.Desc {
			ascending := e.side
			e.side = func(row, now int32) int { return -ascending(row, now) }
		}
		return &e
	}
}

func (l *Layout) valueEdge(v *plan.Vector, behind bool) valueEdge {
	return valueEdge{column: v, peers: peerEdge{l: l, behind: behind}}
}

func (e *valueEdge) start(p Part) {
	e.peers.start(p)
	e.now, e.end = p.Lo, p.Hi
	for order := e.peers.l.Order; e.now < e.end && e.column.IsNull(int(order[e.now])); {
		e.now++
	}
	for order := e.peers.l.Order; e.end > e.now && e.column.IsNull(int(order[e.end-1])); {
		e.end--
	}
}

func (e *valueEdge) at(i int) int {
	l := e.peers.l
	row := l.Order[i]
	if e.column.IsNull(int(row)) {
		return e.peers.at(i)
	}
	stop := int(flag(e.peers.behind))
	for e.now < e.end && e.side(l.Order[e.now], row) < stop && l.stopped(e.now) == nil {
		e.now++
	}
	return e.now
}

// distance gives the sign of key(row) - (key(now) ± offset), of what has no reach.
func distance(v *plan.Vector, b plan.Bound, up bool) func(row, now int32) int {
	sign, offset := -1, b.Offset
	if up {
		sign = 1
	}
	switch {
	case b.Months:
		return monthsAway(v, sign*months(offset))
	case v.Floats != nil:
		by := float64(sign) * offset.Float
		return func(row, now int32) int { return cmp.Compare(v.Floats[row], v.Floats[now]+by) }
	}
	return wideDistance(v, offset, sign)
}

// mostMonths is further than any two dates are apart.
const mostMonths = 12 * 10000

// months is a whole number of months, as far as dates reach.
func months(offset plan.Value) int {
	n, _ := bigOffset(offset, 0)
	if !n.IsInt64() {
		return mostMonths
	}
	return int(min(n.Int64(), mostMonths))
}

// monthsAway is distance by months, which end with the last day of the month that they lead to. Of
// moments on the last days of a month a later one may lead to an earlier hour; an edge that has
// passed that stays.
func monthsAway(v *plan.Vector, by int) func(row, now int32) int {
	ticks := int64(1) // of a day
	if v.Type.Kind != plan.Date {
		ticks = value.DayTicks(v.Type.Scale)
	}
	last, to := int32(-1), int64(0)
	return func(row, now int32) int {
		if now != last {
			day := value.FloorDiv64(v.Ints[now], ticks)
			last, to = now, value.AddMonthsTo(day, int64(by))*ticks+v.Ints[now]-day*ticks
		}
		return cmp.Compare(v.Ints[row], to)
	}
}

func bigOffset(offset plan.Value, scale int) (by *big.Int, more bool) {
	n := offset.Dec.Coeff.MathBigInt()
	shift := int64(offset.Dec.Exponent) + int64(scale)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(max(shift, -shift)), nil)
	if shift >= 0 {
		return new(big.Int).Mul(n, power), false
	}
	q, rest := new(big.Int).QuoRem(n, power, new(big.Int))
	return q, rest.Sign() != 0
}

// wideDistance is distance past 64 bits.
func wideDistance(v *plan.Vector, offset plan.Value, sign int) func(row, now int32) int {
	by, more := bigOffset(offset, v.Type.Scale)
	return func(row, now int32) int {
		gap := new(big.Int).Sub(v.Wide[row], v.Wide[now])
		if sign < 0 {
			gap.Neg(gap)
		}
		c := gap.Cmp(by)
		if c == 0 && more {
			c = -1
		}
		return sign * c
	}
}
