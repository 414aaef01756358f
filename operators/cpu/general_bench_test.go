package cpu

import (
	"fmt"
	"testing"

	"gsdms/operators"
)

// The general paths: hashed groups, registers with NULL, rows.
func BenchmarkGeneral(b *testing.B) {
	s, t := newStar(1_000_000)
	x := newBench(b, s, t, Options{Threads: 1})
	defer x.close()
	hashed := newBuilder("hashed", t).sum(income)
	hashed.sink.Dense, hashed.sink.Keys = false, []operators.Key{{Reg: hashed.load(buyer)}}
	two := newBuilder("hashed by two", t).sum(income)
	two.sink.Dense, two.sink.Keys = false, []operators.Key{{Reg: two.load(day)}, {Reg: two.load(units)}}
	nullable := newBuilder("dense, nullable", t).key(day, attribute("year", 2557, 366, 1), 0, 7).sum(income)
	for i := range nullable.p.Regs {
		nullable.p.Regs[i].Nullable = true
	}
	for i := range nullable.sink.Keys {
		nullable.sink.Keys[i].Nullable, nullable.sink.Keys[i].Size = true, 8
	}
	nullable.sink.Size = 8
	distinct := newBuilder("distinct", t)
	distinct.sink.Aggs = []operators.Fold{{Func: operators.CountDistinct, Arg: distinct.load(buyer)}}
	rows := newBuilder("rows", t, between{units, 0, 9})
	rows.p.Sink = &operators.Emit{Out: []operators.EmitColumn{{Reg: rows.load(day)}, {Reg: rows.load(price)}}}
	least := newBuilder("min and max", t)
	r := least.load(price)
	least.sink.Aggs = []operators.Fold{{Func: operators.MinInt, Arg: r}, {Func: operators.MaxInt, Arg: r}}
	doubles := newBuilder("sum of doubles", t)
	at := doubles.load(price)
	d := doubles.reg()
	doubles.p.Regs[d].Float = true
	doubles.p.Body = append(doubles.p.Body, operators.Compute{Op: operators.ToFloat, Args: []int{at}, Dst: d, Imm: 100})
	doubles.sink.Aggs = []operators.Fold{{Func: operators.SumFloat, Arg: d}}
	for _, q := range []*builder{hashed, two, nullable, distinct, rows, least, doubles} {
		b.Run(fmt.Sprint(q.p.Name), func(b *testing.B) {
			b.ReportMetric(float64(x.best(b, []*operators.Program{q.p}).Nanoseconds())/1e6, "cpu-ns/row")
		})
	}
}
