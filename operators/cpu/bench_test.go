package cpu

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
)

// A star schema of 6 M rows: narrow columns, keys as row numbers, dimensions in the
// order of their hierarchies, so that a dimension's predicate is a range of its key.
const starRows = 6_000_000

// star is a table without zones that help.
type star struct{ memTable }

func (s *star) Zone(int, int) (lo, hi uint64) { return 0, math.MaxUint64 }

// Columns of the star.
const (
	day = iota
	buyer
	item
	maker
	units
	rebate
	price
	income
	cost
)

func newStar(rows int) (*star, *plan.Table) {
	s := &star{}
	s.rows = rows
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		width int
		below uint32
	}{{2, 2557}, {2, 30000}, {4, 200000}, {2, 2000}, {1, 51}, {1, 11}, {4, 5000000}, {4, 10000000}, {4, 130000}} {
		data := make([]byte, rows*c.width+64)
		for i := range rows {
			v := random.Uint32N(c.below)
			for b := range c.width {
				data[i*c.width+b] = byte(v >> (8 * b))
			}
		}
		s.columns = append(s.columns, data[:rows*c.width])
		s.storage = append(s.storage, plan.Storage{Width: c.width})
	}
	t := s.table("star")
	t.Data = s
	return s, t
}

// attribute is a column of an ordered dimension: value row/per.
func attribute(name string, rows, per, width int) *operators.Array {
	a := &operators.Array{Name: name, Storage: plan.Storage{Width: width}, Len: rows, Data: make([]byte, rows*width)}
	for i := range rows {
		for b := range width {
			a.Data[i*width+b] = byte(i / per >> (8 * b))
		}
	}
	return a
}

type between struct {
	column int
	lo, hi uint64
}

// builder puts a star query together.
type builder struct {
	p    *operators.Program
	sink *operators.Groups
}

func newBuilder(name string, t *plan.Table, filters ...between) *builder {
	b := &builder{p: &operators.Program{Name: name, Table: t, Limit: -1}, sink: &operators.Groups{Dense: true, Size: 1}}
	b.p.Sink = b.sink
	for _, f := range filters {
		b.p.Filters = append(b.p.Filters, operators.Clause{Any: []operators.Leaf{operators.Ranges{Column: b.column(f.column), In: []operators.Range{{Lo: f.lo, Hi: f.hi}}}}})
	}
	return b
}

func (b *builder) column(ordinal int) int {
	for i, c := range b.p.Columns {
		if c.Ordinal == ordinal {
			return i
		}
	}
	b.p.Columns = append(b.p.Columns, operators.Column{Ordinal: ordinal, Storage: b.p.Table.Columns[ordinal].Storage})
	return len(b.p.Columns) - 1
}

func (b *builder) reg() int {
	b.p.Regs = append(b.p.Regs, operators.Reg{})
	return len(b.p.Regs) - 1
}

func (b *builder) load(ordinal int) int {
	r := b.reg()
	b.p.Body = append(b.p.Body, operators.Load{Dst: r, Column: b.column(ordinal)})
	return r
}

// key groups by an attribute of a dimension, with size values from lo.
func (b *builder) key(ordinal int, a *operators.Array, lo int64, size int) *builder {
	at := b.load(ordinal)
	r := b.reg()
	b.p.Arrays = append(b.p.Arrays, a)
	b.p.Body = append(b.p.Body, operators.Lookup{Dst: r, Array: len(b.p.Arrays) - 1, At: at})
	b.sink.Keys = append(b.sink.Keys, operators.Key{Reg: r, Lo: lo, Size: size})
	b.sink.Size *= size
	return b
}

func (b *builder) sum(columns ...int) *builder {
	r := b.load(columns[0])
	return b.fold(r)
}

func (b *builder) compute(op operators.Opcode, x, y int) *builder {
	r := b.reg()
	args := []int{b.load(x), b.load(y)}
	b.p.Body = append(b.p.Body, operators.Compute{Op: op, Dst: r, Args: args})
	return b.fold(r)
}

func (b *builder) fold(r int) *builder {
	b.sink.Aggs = append(b.sink.Aggs, operators.Fold{Func: operators.Sum64, Arg: r})
	return b
}

// starQueries are of the shapes of a star schema's flights. seed moves the constants.
func starQueries(t *plan.Table, seed int) []*operators.Program {
	year := attribute("year", 2557, 366, 1)
	brand := attribute("brand", 200000, 200, 2)
	nation := attribute("nation", 30000, 1200, 1)
	home := attribute("home", 2000, 80, 1)
	s := uint64(seed)
	return []*operators.Program{
		newBuilder("1.1", t, between{day, 366 * (s % 7), 366*(s%7) + 364}, between{rebate, s % 8, s%8 + 2}, between{units, 0, 24}).
			compute(operators.MulInt, price, rebate).p,
		newBuilder("2.1", t, between{item, 8000 * (s % 25), 8000*(s%25) + 7999}, between{maker, 400 * (s % 5), 400*(s%5) + 399}).
			key(day, year, 0, 7).key(item, brand, int64(40*(s%25)), 40).sum(income).p,
		newBuilder("3.1", t, between{buyer, 6000 * (s % 5), 6000*(s%5) + 5999}, between{maker, 400 * (s % 5), 400*(s%5) + 399}, between{day, 0, 2191}).
			key(buyer, nation, int64(5*(s%5)), 5).key(maker, home, int64(5*(s%5)), 5).key(day, year, 0, 7).sum(income).p,
		newBuilder("4.1", t, between{buyer, 6000 * (s % 5), 6000*(s%5) + 5999}, between{maker, 400 * (s % 5), 400*(s%5) + 399}, between{item, 0, 79999}).
			key(day, year, 0, 7).key(buyer, nation, int64(5*(s%5)), 5).compute(operators.SubInt, income, cost).p,
	}
}

// bench is a backend with all chunks of a star loaded.
type bench struct {
	backend *Backend
	chunks  []operators.Chunk
}

func newBench(b *testing.B, s *star, t *plan.Table, o Options) *bench {
	backend, err := New(o)
	check(b, err)
	out := &bench{backend: backend}
	const rows = 1 << 20
	for lo := 0; lo < s.rows; lo += rows {
		hi := min(lo+rows, s.rows)
		ref := operators.ChunkRef{Table: t, Seq: lo / rows, Row: lo, Rows: hi - lo}
		ref.Segments = segmentsOf(ref)
		columns := s.chunk([]int{day, buyer, item, maker, units, rebate, price, income, cost}, lo, hi)
		c, err := backend.Load(context.Background(), ref, columns)
		check(b, err)
		columns.Release()
		out.chunks = append(out.chunks, c)
	}
	return out
}

func (x *bench) close() {
	for _, c := range x.chunks {
		c.Release()
	}
	x.backend.Close()
}

// once runs the programs together over all chunks.
func (x *bench) once(b *testing.B, programs []*operators.Program) {
	ctx := context.Background()
	runs := make([]operators.Run, len(programs))
	for i, p := range programs {
		r, err := x.backend.Open(ctx, p, 0)
		check(b, err)
		runs[i] = r
	}
	k, err := x.backend.Prepare(ctx, runs...)
	check(b, err)
	for _, c := range x.chunks {
		check(b, k.Launch(ctx, c, optimizer.Launch{}))
		check(b, k.Barrier(ctx))
	}
	for _, r := range runs {
		_, err := r.Collect(ctx)
		check(b, err)
		r.Close()
	}
	k.Close()
}

// best is the least processor time of all turns, of all threads together: others may
// be busy on the machine.
func (x *bench) best(b *testing.B, programs []*operators.Program) time.Duration {
	best := time.Duration(math.MaxInt64)
	for range b.N {
		began := processorTime(b)
		x.once(b, programs)
		best = min(best, processorTime(b)-began)
	}
	return best
}

func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	check(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkStar(b *testing.B) {
	s, t := newStar(starRows)
	for _, o := range []Options{{Threads: 1}, {Threads: 2}} {
		x := newBench(b, s, t, o)
		queries := starQueries(t, 1)
		for i, p := range queries {
			b.Run(fmt.Sprintf("threads=%d/q%s", o.Threads, p.Name), func(b *testing.B) {
				best := x.best(b, queries[i:i+1])
				b.ReportMetric(float64(best.Nanoseconds())/starRows, "cpu-ns/row")
			})
		}
		for _, n := range []int{4, 16, 104} {
			var all []*operators.Program
			for seed := 0; len(all) < n; seed++ {
				all = append(all, starQueries(t, seed)...)
			}
			b.Run(fmt.Sprintf("threads=%d/together=%d", o.Threads, n), func(b *testing.B) {
				best := x.best(b, all[:n])
				b.ReportMetric(float64(best.Microseconds())/1000, "cpu-ms")
			})
		}
		x.close()
	}
}
