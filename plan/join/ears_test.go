package join

import (
	"reflect"
	"testing"

	"gsdms/plan"
)

// numbered is a table of columns of numbers, each from 1 to a greatest one.
func numbered(name string, rows int, greatest ...int64) *plan.TableRef {
	t := &plan.Table{Name: name, Rows: rows}
	for i, most := range greatest {
		t.Columns = append(t.Columns, plan.Column{Name: string(rune('a' + i)), Type: plan.Type{Kind: plan.Int}, Min: 1, Max: most})
	}
	return &plan.TableRef{Table: t}
}

func TestEars(t *testing.T) {
	const films, people = 200_000, 400_000
	tables := []*plan.TableRef{
		numbered("title", films, films, 10),
		numbered("cast", 3_600_000, films, people),
		numbered("info", 1_500_000, films, 100),
		numbered("keyword", 450_000, films, 13_000),
		numbered("words", 13_000, 13_000),
		numbered("name", people, people),
	}
	equal := func(a, i, b, j int) plan.Expr {
		of := func(t, c int) plan.Expr { return plan.ColumnRef{Table: t, Column: c, Of: tables[t]} }
		return plan.Call{Op: plan.Eq, Args: []plan.Expr{of(a, i), of(b, j)}, Of: plan.Type{Kind: plan.Bool}}
	}
	all := []plan.Expr{equal(1, 0, 0, 0), equal(2, 0, 0, 0), equal(3, 0, 0, 0), equal(3, 1, 4, 0), equal(1, 1, 5, 0), equal(1, 0, 2, 0)}
	star := []plan.Expr{equal(0, 0, 1, 0), equal(0, 1, 2, 0)}
	stock := []*plan.TableRef{numbered("sale", 700_000, 18_000, 30), numbered("stock", 12_000_000, 18_000, 1000)}
	sites := []plan.Expr{plan.ColumnRef{Table: 0, Column: 1, Of: stock[0]}}
	for _, c := range []struct {
		name   string
		tables []*plan.TableRef
		where  []plan.Expr
		asked  []plan.Expr
		always bool
		sets   int
		in     int // this table is in some set
	}{
		{name: "many to many", tables: tables, where: all, sets: 2},
		{name: "few groups meet many rows", tables: stock, where: []plan.Expr{equal(0, 0, 1, 0)}, asked: sites, sets: 1, in: 1},
		{name: "unique keys", tables: []*plan.TableRef{tables[1], tables[0], tables[5]}, where: star},
		{name: "unique keys, whatever it costs", tables: []*plan.TableRef{tables[1], tables[0], tables[5]}, where: star, always: true, sets: 2},
	} {
		got := Ears(c.tables, c.where, c.asked, nil, c.always)
		seen := map[int]bool{}
		for _, set := range got {
			for _, at := range set {
				if seen[at] {
					t.Errorf("%s: table %d is in two of %v", c.name, at, got)
				}
				seen[at] = true
			}
		}
		if c.in > 0 && !seen[c.in] {
			t.Errorf("%s: table %d is in none of %v", c.name, c.in, got)
		}
		if c.sets == 0 && got != nil || len(got) < c.sets || len(seen) == len(c.tables) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	again := Ears(tables, all, nil, nil, false)
	if !reflect.DeepEqual(again, Ears(tables, all, nil, nil, false)) {
		t.Error("the same joins are grouped in another way")
	}
}
