package cpu

import (
	"context"
	"fmt"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// Three squads, of which the programs have more distinct ranges than a column may have
// codes: what has no place in the tables is tested beside them. Every program's answer
// is known from arithmetic.
func TestSquadsLeaveOutWhatHasNoPlace(t *testing.T) {
	const rows, crowd = 100_000, 150
	m, table := counting(rows)
	var programs []*operators.Program
	var want []int
	for i := range crowd {
		p := over(table, fmt.Sprint("q", i), countRows())
		lo := uint64(i * 131)
		p.Filters = []operators.Clause{
			{Any: []operators.Leaf{operators.Ranges{In: []operators.Range{{Lo: lo, Hi: lo + 9}, {Lo: lo + 1000, Hi: lo + 1019}, {Lo: lo + 50_000, Hi: 1 << 40}}}}},
			{Any: []operators.Leaf{operators.Ranges{In: []operators.Range{{Lo: lo + 5, Hi: lo + 60_000}}}}},
		}
		programs = append(programs, p)
		want = append(want, 5+20+10_001)
	}
	for _, o := range []Options{{Threads: 2, Masks: MasksAlways}, {Threads: 1, Masks: MasksAlways, NoSIMD: true, NoZones: true}, {Threads: 2, NoSIMD: true}} {
		runs := runTogether(t, o, m, 0, programs...)
		for i, r := range runs {
			rows, err := r.Collect(context.Background())
			check(t, err)
			if got := rowLines(rows)[0]; got != fmt.Sprint(want[i]) {
				t.Fatalf("%+v: program %d counts %s rows, want %d", o, i, got, want[i])
			}
		}
		k, err := runs[0].(*run).backend.Prepare(context.Background(), runs...)
		check(t, err)
		defer k.Close()
		squads, decided := k.(*kernel).squads, 0
		for _, s := range k.(*kernel).seats {
			for _, c := range s.clauses {
				if c < 0 {
					decided++
				}
			}
		}
		if len(squads) != 3 || decided < crowd || decided >= 2*crowd {
			t.Errorf("%+v: %d squads decide %d of %d clauses", o, len(squads), decided, 2*crowd)
		}
	}
}

// Masks are used where they cost less than the tests of the filters one by one, for what
// they are and not for how many programs there are.
func TestMasksAreChosenByCost(t *testing.T) {
	_, table := newStar(1 << 20)
	big := &plan.Table{Name: "big", Rows: 1 << 20, Columns: []plan.Column{{Storage: plan.Storage{Width: 1}}, {Storage: plan.Storage{Width: 8}}}}
	var many, wide []*operators.Program
	for seed := range 8 {
		many = append(many, starQueries(table, seed)...)
		wide = append(wide, twoRanges(big, seed))
	}
	for _, c := range []struct {
		name     string
		programs []*operators.Program
		options  Options
		squads   bool
	}{
		{"one", many[:1], Options{NoSIMD: true}, false},
		{"two", many[:2], Options{NoSIMD: true}, false},
		{"many", many, Options{NoSIMD: true}, true},
		{"many, never", many, Options{NoSIMD: true, Masks: MasksNever}, false},
		{"one, always", many[:1], Options{Masks: MasksAlways}, true},
		{"many whose cost no mask saves", wide, Options{NoSIMD: true}, false},
	} {
		c.options.Threads = 1
		b, err := New(c.options)
		check(t, err)
		defer b.Close()
		var runs []operators.Run
		for _, p := range c.programs {
			r, err := b.Open(context.Background(), p, 0)
			check(t, err)
			defer r.Close()
			runs = append(runs, r)
		}
		k, err := b.Prepare(context.Background(), runs...)
		check(t, err)
		if got := len(k.(*kernel).squads) > 0; got != c.squads {
			t.Errorf("%s: squads %v, want %v", c.name, got, c.squads)
		}
		check(t, k.Close())
	}
}

// twoRanges filters a column of a byte, which masks can decide, and one of 8 bytes, which
// they cannot and which costs more.
func twoRanges(t *plan.Table, seed int) *operators.Program {
	p := over(t, "two ranges", countRows())
	p.Columns = append(p.Columns, operators.Column{Ordinal: 1, Storage: t.Columns[1].Storage})
	for c := range p.Columns {
		in := []operators.Range{{Lo: uint64(seed), Hi: uint64(seed) + 100}}
		p.Filters = append(p.Filters, operators.Clause{Any: []operators.Leaf{operators.Ranges{Column: c, In: in}}})
	}
	return p
}
