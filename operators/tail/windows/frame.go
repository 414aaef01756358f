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
	// at gives the edge of position i's frame.
	at(i int) int
}

// of gives the frame of position i, none of it before its beginning.
func (f frame) of(i int) (lo, hi int) {
	hi = f.hi.at(i)
	return min(f.lo.at(i), hi), hi
}

// frame makes the frames of a partition.
func (l *Layout) frame(over plan.Over, p Part) frame {
	f := over.Bounds()
	return frame{lo: l.edge(over, f.Range, f.Lo, p, false), hi: l.edge(over, f.Range, f.Hi, p, true)}
}

// edge makes one edge; behind says that it is the end, and so behind the last row.
func (l *Layout) edge(over plan.Over, byValue bool, b plan.Bound, p Part, behind bool) edge {
	switch b.At {
	case plan.UnboundedPreceding:
		return fixedEdge(p.Lo)
	case plan.UnboundedFollowing:
		return fixedEdge(p.Hi)
	}
	if !byValue {
		by := rowOffset(b)
		if behind {
			by++
		}
		return rowEdge{p: p, by: by}
	}
	peers := &peerEdge{l: l, p: p, behind: behind, now: p.Lo}
	if b.At == plan.CurrentRow {
		return peers
	}
	return l.valueEdge(over.Order[0], b, p, peers)
}

// fixedEdge is one position for all.
type fixedEdge int

func (e fixedEdge) at(int) int { return int(e) }

// rowEdge is so many rows away.
type rowEdge struct {
	p  Part
	by int
}

func (e rowEdge) at(i int) int { return max(e.p.Lo, min(e.p.Hi, i+e.by)) }

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
	l      *Layout
	column *plan.Vector
	peers  *peerEdge
	end    int // of the rows that are not NULL
	now    int
	side   func(row, now int32) int // the sign of row's key less (now's key plus the offset), in the order
}

func (l *Layout) valueEdge(order plan.WindowOrder, b plan.Bound, p Part, peers *peerEdge) edge {
	v := &l.Columns[order.Slot.Index]
	e := &valueEdge{l: l, column: v, peers: peers, now: p.Lo, end: p.Hi}
	for e.now < e.end && v.IsNull(int(l.Order[e.now])) {
		e.now++
	}
	for e.end > e.now && v.IsNull(int(l.Order[e.end-1])) {
		e.end--
	}
	up := (b.At == plan.Following) != order.Desc // towards larger values
	e.side = distance(v, b, up)
	if order.Desc {
		ascending := e.side
		e.side = func(row, now int32) int { return -ascending(row, now) }
	}
	return e
}

func (e *valueEdge) at(i int) int {
	row := e.l.Order[i]
	if e.column.IsNull(int(row)) {
		return e.peers.at(i)
	}
	stop := 0
	if e.peers.behind {
		stop = 1
	}
	for e.now < e.end && e.side(e.l.Order[e.now], row) < stop && e.l.stopped(e.now) == nil {
		e.now++
	}
	return e.now
}

// distance gives the sign of key(row) - (key(now) ± offset).
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
	case v.Wide != nil:
		return wideDistance(v, offset, sign)
	}
	by, more := scaledOffset(offset, v.Type.Scale)
	return func(row, now int32) int { return sign * beyond(v.Ints, row, now, sign, by, more) }
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

// beyond compares how far row's number is from now's, in the direction of sign, with by (a
// little more than by, where more).
func beyond(ints []int64, row, now int32, sign int, by uint64, more bool) int {
	from, to := ints[now], ints[row]
	if sign < 0 {
		from, to = to, from
	}
	switch gap := uint64(to) - uint64(from); {
	case to < from || gap < by:
		return -1
	case gap > by:
		return 1
	case more:
		return -1
	}
	return 0
}

// scaledOffset is an offset in units of a scale, rounded down; more says that there is a
// rest. It is at most what two numbers of 64 bits can be apart.
func scaledOffset(offset plan.Value, scale int) (by uint64, more bool) {
	n, rest := bigOffset(offset, scale)
	if !n.IsUint64() {
		return math.MaxUint64, true
	}
	return n.Uint64(), rest
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
