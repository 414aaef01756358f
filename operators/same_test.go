package operators

import (
	"reflect"
	"testing"

	"gsdms/plan"
)

// sample is a program with everything that one can have.
func sample(table *plan.Table, index *Index) *Program {
	return &Program{
		Name: "a", Text: "a text", Table: table, Limit: -1,
		Columns: []Column{{Ordinal: 2, Storage: plan.Storage{Width: 4}}, {Ordinal: 5, Storage: plan.Storage{Width: 8, Float: true}}},
		Filters: []Clause{{Any: []Leaf{Ranges{Column: 0, In: []Range{{1, 9}}}, Member{Column: 0, Set: 0}}, Selectivity: 0.5}},
		Bits:    []*BitSet{{Name: "set", Len: 3, Bits: []uint64{5}}},
		Arrays:  []*Array{{Name: "array", Storage: plan.Storage{Width: 1}, Len: 2, Data: []byte{7, 8}}},
		Indexes: []*Index{index},
		Regs:    make([]Reg, 8),
		Body: []Instr{
			Load{Dst: 0, Column: 0}, Const{Dst: 1, Int: 3}, Compute{Op: AddInt, Dst: 2, Args: []int{0, 1}}, Lookup{Dst: 3, Array: 0, At: 2},
			Test{Set: 0, At: 3}, Keep{Cond: 2}, Probe{Dst: 4, Index: 0, Keys: []int{3}, On: []Instr{Load{Dst: 5, Column: 1}}, Cond: 5},
		},
		Sink:    &Groups{Keys: []Key{{Reg: 3, Size: 4, Values: &Array{Len: 1, Data: []byte{1}}}}, Aggs: []Fold{{Func: Sum64, Arg: 2}}, Dense: true, Size: 4, Top: &GroupTop{Rows: 3}},
		Origins: map[int]plan.Expr{2: plan.Slot{Index: 1}},
	}
}

// Programs are the same whatever they are called and wherever they list what they read, and
// others where anything that they do differs.
func TestSamePrograms(t *testing.T) {
	table, index := &plan.Table{Name: "t"}, &Index{}
	p, q := sample(table, index), sample(table, index)
	q.Name, q.Text = "b", "another text"
	q.Columns = []Column{q.Columns[1], {Ordinal: 7}, q.Columns[0]}
	q.Bits = []*BitSet{{}, q.Bits[0]}
	q.Arrays = []*Array{{}, q.Arrays[0]}
	q.Indexes = []*Index{{}, index}
	q.Filters[0].Any = []Leaf{Ranges{Column: 2, In: []Range{{1, 9}}}, Member{Column: 2, Set: 1}}
	q.Body[0], q.Body[3], q.Body[4] = Load{Dst: 0, Column: 2}, Lookup{Dst: 3, Array: 1, At: 2}, Test{Set: 1, At: 3}
	q.Body[6] = Probe{Dst: 4, Index: 1, Keys: []int{3}, On: []Instr{Load{Dst: 5, Column: 0}}, Cond: 5}
	if !p.Same(q) || !p.SameWork(q) {
		t.Fatal("programs that differ in their lists are others")
	}
	other := sample(table, index)
	other.Filters[0].Any = other.Filters[0].Any[:1]
	if p.Same(other) || !p.SameWork(other) {
		t.Error("a filter counts for what is done to the rows that pass, or does not count at all")
	}
	for name, change := range map[string]func(*Program){
		"table": func(p *Program) { p.Table = &plan.Table{Name: "t"} },
		"limit": func(p *Program) { p.Limit = 3 }, "offset": func(p *Program) { p.Offset = 3 },
		"passing":     func(p *Program) { p.Passing = true },
		"register":    func(p *Program) { p.Regs[1].Nullable = true },
		"column":      func(p *Program) { p.Columns[0].Ordinal = 3 },
		"constant":    func(p *Program) { p.Body[1] = Const{Dst: 1, Int: 4} },
		"double":      func(p *Program) { p.Body[1] = Const{Dst: 1, Int: 3, Float: 0.5} },
		"opcode":      func(p *Program) { p.Body[2] = Compute{Op: SubInt, Dst: 2, Args: []int{0, 1}} },
		"array":       func(p *Program) { p.Arrays[0].Data[1] = 9 },
		"set":         func(p *Program) { p.Bits[0].Bits[0] = 4 },
		"index":       func(p *Program) { p.Indexes[0] = &Index{} },
		"condition":   func(p *Program) { p.Body[6].(Probe).On[0] = Load{Dst: 5, Column: 0} },
		"values":      func(p *Program) { p.Sink.(*Groups).Keys[0].Values.Data[0] = 2 },
		"key":         func(p *Program) { p.Sink.(*Groups).Keys[0].Lo = 1 },
		"dictionary":  func(p *Program) { p.Sink.(*Groups).Keys[0].Dict = &plan.Dictionary{} },
		"fold":        func(p *Program) { p.Sink.(*Groups).Aggs[0].Func = MaxInt },
		"top":         func(p *Program) { p.Sink.(*Groups).Top.Rows = 4 },
		"no top":      func(p *Program) { p.Sink.(*Groups).Top = nil },
		"another":     func(p *Program) { p.Sink = &Emit{} },
		"instruction": func(p *Program) { p.Body = p.Body[:6] },
		"origin":      func(p *Program) { p.Origins[2] = plan.Slot{Index: 2} },
	} {
		q := sample(table, index)
		if change(q); p.Same(q) || p.SameWork(q) {
			t.Errorf("a program with another %s is taken for the same", name)
		}
	}
	for name, change := range map[string]func(*Program){
		"range":  func(p *Program) { p.Filters[0].Any[0].(Ranges).In[0].Hi = 8 },
		"leaf":   func(p *Program) { p.Filters[0].Any = p.Filters[0].Any[:1] },
		"clause": func(p *Program) { p.Filters = nil }, "zones": func(p *Program) { p.Zones = []Clause{{}} },
		"no leaf":  func(p *Program) { p.Filters[0].Any = nil },
		"of a set": func(p *Program) { p.Filters[0].Any[1] = Ranges{Column: 0} },
	} {
		q := sample(table, index)
		if change(q); p.Same(q) {
			t.Errorf("a program with another filter (%s) is taken for the same", name)
		}
	}
}

// Whoever adds to a program, or to what it lists, has to say whether programs that differ in
// it are the same.
func TestSameKnowsAllOfAProgram(t *testing.T) {
	for _, c := range []struct {
		part   any
		fields int
	}{
		{&Program{}, 18}, {&Load{}, 2}, {&Lookup{}, 3}, {&Test{}, 2}, {&Probe{}, 7}, {&Ranges{}, 2}, {&Member{}, 2}, {&Array{}, 4}, {&BitSet{}, 3},
	} {
		of := reflect.TypeOf(c.part).Elem()
		if of.NumField() != c.fields {
			t.Errorf("%s has %d fields and not %d: let Same compare the new one", of.Name(), of.NumField(), c.fields)
		}
	}
}
