// Package cudatest is what tests of the packages below cuda have in common: programs of each
// instruction and sink, and a device on which nothing happens.
package cudatest

import (
	"gsdms/operators"
	"gsdms/plan"
)

var (
	byteOf  = plan.Storage{Width: 1}
	shortOf = plan.Storage{Width: 2, Bias: 1, Nullable: true}
	wordOf  = plan.Storage{Width: 4, Bias: 100}
	longOf  = plan.Storage{Width: 8, Nullable: true}
	floatOf = plan.Storage{Width: 8, Float: true, Nullable: true}
)

// testTable has a column of each kind of storage; the numbers of one of four bytes fit three.
func testTable() *plan.Table {
	t := &plan.Table{Name: "t", Rows: 1000}
	for i, s := range []plan.Storage{byteOf, shortOf, wordOf, longOf, floatOf} {
		t.Columns = append(t.Columns, plan.Column{Name: []string{"b", "s", "w", "l", "f"}[i], Storage: s})
	}
	t.Columns[2].Min, t.Columns[2].Max = 100, 100+1<<20
	return t
}

// testColumns reads all columns of the table.
func testColumns(t *plan.Table) []operators.Column {
	var out []operators.Column
	for i, c := range t.Columns {
		out = append(out, operators.Column{Ordinal: i, Storage: c.Storage})
	}
	return out
}

// testArray has 40 values in 400 rows.
func testArray(name string) *operators.Array {
	a := &operators.Array{Name: name, Storage: byteOf, Len: 400, Data: make([]byte, 400)}
	for i := range a.Data {
		a.Data[i] = byte(i / 10)
	}
	return a
}

func between(column int, lo, hi uint64, share float64) operators.Clause {
	return operators.Clause{Any: []operators.Leaf{operators.Ranges{Column: column, In: []operators.Range{{Lo: lo, Hi: hi}}}}, Selectivity: share}
}

// loads is a program that loads every column into the register of its number.
func loads(sink operators.Sink) *operators.Program {
	t := testTable()
	p := &operators.Program{Name: "p", Table: t, Columns: testColumns(t), Sink: sink, Limit: -1}
	for i, c := range t.Columns {
		p.Body = append(p.Body, operators.Load{Dst: i, Column: i})
		p.Regs = append(p.Regs, operators.Reg{Float: c.Storage.Float, Nullable: c.Storage.Nullable, Lo: c.Storage.Bias, Hi: c.Storage.Bias + 255})
	}
	return p
}

// folds lists every aggregate over registers of its kind.
func folds() []operators.Fold {
	return []operators.Fold{
		{Func: operators.CountRows, Arg: -1}, {Func: operators.CountValues, Arg: 1}, {Func: operators.Sum64, Arg: 2},
		{Func: operators.Sum128, Arg: 3}, {Func: operators.SumFloat, Arg: 4}, {Func: operators.MinInt, Arg: 1},
		{Func: operators.MaxInt, Arg: 3}, {Func: operators.MinFloat, Arg: 4}, {Func: operators.MaxFloat, Arg: 4},
		{Func: operators.CountDistinct, Arg: 3},
	}
}

// Star sums a column by the values of a dimension, over rows of the ranges.
func Star(lo, hi uint64) *operators.Program {
	p := loads(nil)
	p.Filters = []operators.Clause{between(2, lo, hi, 0.1), between(0, 3, 5, 0.3)}
	p.Body = []operators.Instr{operators.Load{Dst: 0, Column: 2}, operators.Lookup{Dst: 1, Array: 0, At: 0}, operators.Load{Dst: 2, Column: 0}}
	p.Regs = []operators.Reg{{Lo: int64(lo) + 100, Hi: int64(hi) + 100}, {Lo: 0, Hi: 39}, {Lo: 1, Hi: 255}}
	p.Arrays = []*operators.Array{testArray("dim.group")}
	p.Sink = &operators.Groups{
		Keys: []operators.Key{{Reg: 1, Lo: 0, Size: 40}}, Aggs: []operators.Fold{{Func: operators.Sum64, Arg: 2}}, Dense: true, Size: 40,
	}
	return p
}

// Instructions has each of them, before rows are emitted.
func Instructions() *operators.Program {
	p := loads(nil)
	p.Filters = []operators.Clause{
		{Any: []operators.Leaf{operators.Member{Column: 1, Set: 0}}, Selectivity: 0.5},
		{Any: []operators.Leaf{operators.Ranges{Column: 0, In: []operators.Range{{Lo: 1, Hi: 2}, {Lo: 7, Hi: 7}}}, operators.Member{Column: 2, Set: 0}}, Selectivity: 0.5},
	}
	p.Bits = []*operators.BitSet{{Name: "odd", Len: 64, Bits: []uint64{0xaaaa_aaaa_aaaa_aaaa}}}
	p.Indexes = []*operators.Index{{Name: "dim.key", Table: p.Table, Keys: []*operators.Array{testArray("dim.key")}, Mask: 3, Heads: make([]uint32, 4), Next: make([]uint32, 400)}}
	p.Arrays = []*operators.Array{testArray("dim.value")}
	p.Body = append(p.Body,
		operators.Test{Set: 0, At: 1},
		operators.Const{Dst: 5, Int: 7}, operators.Const{Dst: 6, Float: 0.5}, operators.Const{Dst: 7, Null: true},
		operators.Compute{Op: operators.AddChecked, Dst: 8, Args: []int{1, 3}},
		operators.Compute{Op: operators.ScaleUp, Dst: 9, Args: []int{8}, Imm: 100},
		operators.Compute{Op: operators.MulFloat, Dst: 10, Args: []int{4, 6}},
		operators.Row{Dst: 14},
		operators.Keep{Cond: 5},
		operators.Probe{Dst: 11, Index: 0, Keys: []int{1}, Kind: plan.LeftJoin, Cond: 13,
			On: []operators.Instr{operators.Lookup{Dst: 12, Array: 0, At: 11}, operators.Compute{Op: operators.LtInt, Dst: 13, Args: []int{0, 12}}}},
	)
	p.Regs = append(p.Regs, operators.Reg{}, operators.Reg{Float: true}, operators.Reg{Nullable: true},
		operators.Reg{Nullable: true}, operators.Reg{Nullable: true}, operators.Reg{Float: true, Nullable: true},
		operators.Reg{Nullable: true}, operators.Reg{Nullable: true}, operators.Reg{Nullable: true}, operators.Reg{Hi: 999})
	p.Sink = &operators.Emit{Out: []operators.EmitColumn{{Reg: 0}, {Reg: 10}, {Reg: 11}, {Reg: 14}}}
	return p
}

// Hashed groups by keys that cannot be counted.
func Hashed() *operators.Program {
	return loads(&operators.Groups{Keys: []operators.Key{{Reg: 3, Nullable: true}, {Reg: 4, Nullable: true, Float: true}}, Aggs: folds()})
}

// Joins has each kind of join that instructions has not: by numbers without chains, by
// numbers with chains, by a hash table.
func Joins() *operators.Program {
	p := loads(nil)
	keys := []*operators.Array{testArray("side.key")}
	p.Indexes = []*operators.Index{
		{Name: "side.key", Table: p.Table, Keys: keys, Direct: true, Unique: true, Lo: -4, Heads: make([]uint32, 44)},
		{Name: "side.other", Table: p.Table, Keys: keys, Direct: true, Lo: 7, Heads: make([]uint32, 40), Next: make([]uint32, 400)},
		{Name: "side.third", Table: p.Table, Keys: keys, Mask: 3, Heads: make([]uint32, 4), Next: make([]uint32, 400)},
	}
	p.Body = p.Body[:2]
	for i, kind := range []plan.JoinKind{plan.InnerJoin, plan.SemiJoin, plan.AntiJoin, plan.MarkJoin, plan.SingleJoin} {
		p.Body = append(p.Body, operators.Probe{Dst: 5 + i, Mark: 10, Index: min(i, 2), Keys: []int{i % 2}, Kind: kind, Cond: -1})
		p.Regs = append(p.Regs, operators.Reg{Nullable: kind.Keeps(), Hi: 399})
	}
	p.Regs = append(p.Regs, operators.Reg{Hi: 1})
	p.Sink = &operators.Groups{
		Keys: []operators.Key{{Reg: 1, Lo: 1, Size: 256, Nullable: true}, {Reg: 10, Size: 2}}, Dense: true, Size: 512,
		Aggs: []operators.Fold{{Func: operators.CountValues, Arg: 9}, {Func: operators.MaxInt, Arg: 5}},
	}
	return p
}

// First emits the first rows in the order of a number that may be NULL and of a double.
func First() *operators.Program {
	p := loads(nil)
	p.Filters = []operators.Clause{between(2, 3, 9, 0.5)}
	p.Body[0], p.Body[1] = p.Body[1], p.Body[0]
	p.Sink = &operators.Emit{Out: []operators.EmitColumn{{Reg: 0}, {Reg: 4}}, Top: &operators.Top{
		Keys: []operators.TopKey{{Reg: 1, Desc: true}, {Reg: 0}, {Reg: 4}}, Rows: 10, Column: 1,
	}}
	return p
}

// Kernels are the sources that the tests look at.
func Kernels() map[string][]*operators.Program {
	one := loads(&operators.Groups{Aggs: []operators.Fold{{Func: operators.CountRows, Arg: -1}, {Func: operators.Sum64, Arg: 3}, {Func: operators.MinInt, Arg: 1}, {Func: operators.MaxFloat, Arg: 4}}})
	one.Filters = []operators.Clause{between(3, 5, 9, 0.01), between(4, 0, 0, 1)}[:1]
	dense := loads(&operators.Groups{Keys: []operators.Key{{Reg: 0, Size: 256}, {Reg: 1, Lo: 1, Size: 9, Nullable: true}}, Aggs: folds(), Dense: true, Size: 2304})
	return map[string][]*operators.Program{
		"instructions": {Instructions()}, "one-group": {one}, "dense": {dense}, "hash": {Hashed()}, "star": {Star(10, 60)}, "joins": {Joins()},
		"distinct": {loads(&operators.Groups{Aggs: []operators.Fold{{Func: operators.CountDistinct, Arg: 1}, {Func: operators.CountRows, Arg: -1}}})},
		"first":    {First()}, "first-crowd": {First(), First(), Star(5, 9), Star(10, 60), Hashed()},
		"two":   {Star(10, 60), Hashed()},
		"crowd": {Star(10, 60), Star(20, 399), Star(5, 9), Instructions(), one},
	}
}
