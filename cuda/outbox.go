package cuda

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
)

// outbox is where a run's emitted rows go: a buffer on the device for one chunk, and the
// rows of the chunks so far.
type outbox struct {
	at    device.Ptr
	room  int64 // rows that the buffer holds
	stamp int64 // of the last launch, which its rows have
	data  []int64
}

// The rows that the buffer of a run holds: before the first launch, so that few need no second
// one, and afterwards.
const (
	reserved  = 1 << 12
	firstRoom = 1 << 16
)

// moreRoom is the factor by which the buffer of first rows grows that are not first, since as many
// others are equal to the last of them.
const moreRoom = 8

// reserve takes a buffer of few rows, where memory allows.
func (r *run) reserve() {
	e, ok := r.program.Sink.(*operators.Emit)
	if !ok {
		return
	}
	bytes := 8 * reserved * int64(codegen.EmitWords(e))
	if bytes > r.memory {
		return
	}
	if at, err := r.backend.memory.Alloc(bytes); err == nil {
		r.out.at, r.out.room = at, reserved
	}
}

// drain takes the rows that the kernel's launch has emitted for the run. When they did
// not fit, the run is launched over the chunk once more, alone and with room enough. Of first
// rows few are left the second time: the bound is known from the first row on.
func (r *run) drain(ctx context.Context, k *kernel) error {
	e, ok := r.program.Sink.(*operators.Emit)
	if !ok || r.Err() != nil {
		return nil
	}
	words, bounded := codegen.EmitWords(e), codegen.TopPlaces(r.program) > 0
	few := bounded
	for {
		count, err := r.words(codegen.Section{Kind: codegen.EmitCount}, 1)
		if err != nil {
			return err
		}
		n := int64(count[0])
		switch {
		case n <= r.out.room:
			return r.take(n, words)
		case few:
			few, n = false, min(n, firstRoom)
		case bounded && n >= r.out.room+codegen.Enough: // not all have been counted
			n = max(n, min(moreRoom*n, r.mostRows(words)))
		}
		if err := r.again(ctx, k.chunk, k.launch, max(n, min(firstRoom, r.mostRows(words))), words); err != nil {
			return err
		}
	}
}

// mostRows is how many rows of so many words memory leaves.
func (r *run) mostRows(words int) int64 {
	return (r.memory/8 - int64(len(r.out.data))) / int64(words)
}

// again launches the run over the chunk with a buffer of so many rows.
func (r *run) again(ctx context.Context, c *memory.Chunk, l optimizer.Launch, rows int64, words int) error {
	if bytes := 8 * (rows*int64(words) + int64(len(r.out.data))); bytes > r.memory {
		return fmt.Errorf("the result takes %d bytes, more than the %d that --query-memory and a quarter of the device allow", bytes, r.memory)
	}
	if r.out.at != 0 {
		r.backend.memory.Free(r.out.at)
		r.out = outbox{data: r.out.data}
	}
	at, err := r.backend.memory.Alloc(8 * rows * int64(words))
	if err != nil {
		return err
	}
	r.out.at, r.out.room = at, rows
	if err := r.clearCount(); err != nil {
		return err
	}
	alone, err := r.backend.Prepare(ctx, r)
	if err != nil {
		return err
	}
	defer alone.Close()
	k := alone.(*kernel)
	if err := k.start(c, l); err != nil {
		return err
	}
	_, err = k.queue.Wait()
	return err
}

// take copies n rows from the buffer and empties it.
func (r *run) take(n int64, words int) error {
	if n == 0 {
		return nil
	}
	from := len(r.out.data)
	if bytes := int64(8 * (from + int(n)*words)); bytes > r.memory {
		return fmt.Errorf("the result takes %d bytes, more than the %d that --query-memory and a quarter of the device allow", bytes, r.memory)
	}
	r.out.data = slices.Grow(r.out.data, int(n)*words)[:from+int(n)*words]
	if err := r.backend.memory.CopyOut(memory.Outgoing{To: memory.Bytes(r.out.data[from:]), From: r.out.at}); err != nil {
		return err
	}
	if at := unstamp(r.out.data[from:], words, r.out.stamp); at >= 0 {
		return fmt.Errorf("row %d of %d that the device has given is not of this launch (%#x): ask again, and please report this", at, n, r.out.data[from+at*words:][:words])
	}
	return r.clearCount()
}

// unstamp takes a launch's stamp out of the words that say whether a value is NULL, and gives the
// number of a row that has not got it, -1 where all have: what a buffer held before is no row. (In
// tens of thousands of random queries a card gave such rows once; why is not known.)
func unstamp(data []int64, words int, stamp int64) int {
	var missed atomic.Int64
	missed.Store(-1)
	eachPart(len(data)/words, func(lo, hi int) {
		for row := lo; row < hi; row++ {
			wrong := int64(0)
			for i := 2; i < words; i += 2 {
				null := data[row*words+i] ^ stamp
				data[row*words+i] = null
				wrong |= null
			}
			if wrong&^1 != 0 {
				missed.Store(int64(row))
				return
			}
		}
	})
	return int(missed.Load())
}

// clearCount starts the count of emitted rows anew, here and on the device.
func (r *run) clearCount() error {
	at := 8 * r.layout.At(codegen.Section{Kind: codegen.EmitCount})
	if r.state.Shadow != nil {
		clear(r.state.Shadow[at : at+8])
	}
	q, err := r.own()
	if err != nil {
		return err
	}
	if err := q.Clear(r.state.At+device.Ptr(at), 8); err != nil {
		return err
	}
	_, err = q.Wait()
	return err
}

// rows makes the result, in table order.
func (o *outbox) rows(p *operators.Program, e *operators.Emit) *plan.Rows {
	words := codegen.EmitWords(e)
	order := o.order(words)
	if p.Limit >= 0 && int64(len(order)) > p.Limit {
		order = order[:p.Limit]
	}
	order = order[min(int64(len(order)), p.Offset):]
	out := &plan.Rows{Len: len(order)}
	for i, c := range e.Out {
		column := newColumn(c.Type, c.Dict, p.Regs[c.Reg].Float, len(order))
		out.Columns = append(out.Columns, column.fill(p.Regs[c.Reg].Nullable, func(row int) (int64, bool) {
			at := order[row] + 1 + 2*i
			return o.data[at], o.data[at+1] != 0
		}))
	}
	return out
}

// order gives where rows of so many words begin, in the order of their words, of which the first is
// the number of the table's row. That and the place are one number, which is sorted several times
// as fast as rows are compared; those that have one row of the table are few.
func (o *outbox) order(words int) []int {
	rows := len(o.data) / words
	order, packed := make([]int, rows), make([]uint64, rows)
	place, wide := bits.Len(uint(rows)), false
	for i := range packed {
		number := uint64(o.data[i*words])
		wide = wide || bits.Len64(number)+place > 64
		order[i], packed[i] = i*words, number<<place|uint64(i)
	}
	compare := func(a, b int) int { return slices.Compare(o.data[a:a+words], o.data[b:b+words]) }
	if wide {
		sortAll(order, compare)
		return order
	}
	sortAll(packed, cmp.Compare[uint64])
	begin := 0
	for i, n := range packed {
		order[i] = int(n&(1<<place-1)) * words
		if n>>place != packed[begin]>>place {
			slices.SortFunc(order[begin:i], compare)
			begin = i
		}
	}
	slices.SortFunc(order[begin:], compare)
	return order
}

// column fills a vector of a result.
type column struct{ plan.Vector }

func newColumn(t plan.Type, dict *plan.Dictionary, float bool, rows int) *column {
	c := &column{plan.Vector{Type: t, Dict: dict}}
	if float {
		c.Floats = make([]float64, rows)
	} else {
		c.Ints = make([]int64, rows)
	}
	return c
}

// fill puts in numbers, or the bits of doubles, that of gives for each row, side by side,
// and gives the vector.
func (c *column) fill(nullable bool, of func(row int) (word int64, null bool)) plan.Vector {
	rows := max(len(c.Ints), len(c.Floats))
	var nulls []bool
	if nullable {
		nulls = make([]bool, rows)
	}
	var some atomic.Bool
	eachPart(rows, func(lo, hi int) {
		seen := false
		for row := lo; row < hi; row++ {
			word, null := of(row)
			switch {
			case null:
				nulls[row], seen = true, true
			case c.Floats != nil:
				c.Floats[row] = math.Float64frombits(uint64(word))
			default:
				c.Ints[row] = word
			}
		}
		if seen {
			some.Store(true)
		}
	})
	if some.Load() {
		c.Nulls = nulls
	}
	return c.Vector
}

func (c *column) setNull(row int) {
	if c.Nulls == nil {
		c.Nulls = make([]bool, max(len(c.Ints), len(c.Floats), len(c.Wide)))
	}
	c.Nulls[row] = true
}
