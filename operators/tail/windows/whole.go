package windows

import (
	"math"

	"gsdms/plan"
)

// wholeEdge is a valueEdge by whole numbers of 64 bits: the last key that it passes is computed once
// for each row, and a key that is passed takes a comparison.
type wholeEdge struct {
	valueEdge
	reach  reach
	of, to ahead // the keys of the rows whose edge is asked for, and of those that it passes
}

func (e *wholeEdge) start(p Part) {
	e.valueEdge.start(p)
	e.of.n, e.to.n = 0, 0
}

func (e *wholeEdge) at(i int) int {
	l := e.peers.l
	row := l.Order[i]
	if e.column.IsNull(int(row)) {
		return e.peers.at(i)
	}
	flip := e.reach.flip
	last, some := e.reach.from(e.of.key(l, e.column, i, e.end) ^ flip)
	if !some {
		return e.now
	}
	for e.now < e.end && e.to.key(l, e.column, e.now, e.end)^flip <= last && l.stopped(e.now) == nil {
		e.now++
	}
	return e.now
}

// ahead has the keys of some positions that come next. Rows that are in order lie anywhere, and those of
// several are waited for together.
type ahead struct {
	from, n int
	keys    [16]int64
}

// key gives the key of a position before end; positions are asked for in ascending order.
func (a *ahead) key(l *Layout, v *plan.Vector, i, end int) int64 {
	if uint(i-a.from) >= uint(a.n) {
		a.from, a.n = i, min(len(a.keys), end-i)
		for k, row := range l.Order[i : i+a.n] {
			a.keys[k&(len(a.keys)-1)] = v.Ints[row]
		}
	}
	return a.keys[(i-a.from)&(len(a.keys)-1)]
}

// reach is how far an edge goes from a key. Keys of a falling order have all their bits turned, so
// that they rise.
type reach struct {
	flip    int64  // 0, or all bits
	forward bool   // towards the keys behind
	by      uint64 // the offset, rounded down
	short   bool   // the last key that is passed is one before
}

// reachOf gives the reach of a bound, if the keys are whole numbers of 64 bits and all offsets of
// one length. An end passes the key at the offset, too, a beginning stops there; where the offset
// lies between two keys, both pass the lesser one.
func reachOf(v *plan.Vector, order plan.WindowOrder, b plan.Bound, behind bool) (reach, bool) {
	if b.Months || v.Type.Kind == plan.Double || v.Wide != nil {
		return reach{}, false
	}
	by, rest := scaledOffset(b.Offset, v.Type.Scale)
	r := reach{flip: -int64(flag(order.Desc)), forward: b.At == plan.Following, by: by}
	if r.forward {
		r.short = !behind && !rest
	} else {
		r.short = !behind || rest
	}
	return r, true
}

// from gives the last key that is passed from a key, if there is one.
func (r *reach) from(key int64) (last int64, some bool) {
	switch {
	case !r.forward && r.by > uint64(key)-1<<63: // before the least number
		return 0, false
	case !r.forward:
		last = key - int64(r.by)
	case r.by > math.MaxInt64-uint64(key):
		return math.MaxInt64, true
	default:
		last = key + int64(r.by)
	}
	if !r.short {
		return last, true
	}
	return last - 1, last > math.MinInt64
}

// scaledOffset is an offset in units of a scale, rounded down; rest says that there is one. It is
// at most what two numbers of 64 bits can be apart.
func scaledOffset(offset plan.Value, scale int) (by uint64, rest bool) {
	n, rest := bigOffset(offset, scale)
	if !n.IsUint64() {
		return math.MaxUint64, true
	}
	return n.Uint64(), rest
}

// flag is 1 for true.
func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}
