package result

import (
	"strings"

	"gsdms/plan"
)

// Grid is a small table that is made row by row: what SHOW lists, or a table of
// information_schema. The cells of a row are string, int or nil for NULL.
type Grid struct {
	Heads []Head
	Rows  [][]any
}

// Head is a column of a grid.
type Head struct {
	Name   string
	Number bool
}

// NewGrid makes a grid of columns whose names commas divide; # behind one says that it
// holds numbers.
func NewGrid(heads string) *Grid {
	g := &Grid{}
	for _, name := range strings.Split(heads, ",") {
		short, number := strings.CutSuffix(name, "#")
		g.Heads = append(g.Heads, Head{short, number})
	}
	return g
}

// Add appends a row.
func (g *Grid) Add(cells ...any) { g.Rows = append(g.Rows, cells) }

// Set gives the rows; a row that has fewer cells than there are columns ends with NULLs.
func (g *Grid) Set() *Set {
	r := &Set{Rows: &plan.Rows{Len: len(g.Rows)}}
	for i, h := range g.Heads {
		v := g.column(i, h)
		r.Columns = append(r.Columns, plan.Output{Name: h.Name, Type: v.Type})
		r.Rows.Columns = append(r.Rows.Columns, v)
	}
	return r
}

func (g *Grid) column(i int, h Head) plan.Vector {
	v := plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: make([]string, 0, len(g.Rows))}
	if h.Number {
		v = plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, 0, len(g.Rows))}
	}
	nulls, anyNull := make([]bool, len(g.Rows)), false
	for at, row := range g.Rows {
		var cell any
		if i < len(row) {
			cell = row[i]
		}
		nulls[at] = cell == nil
		anyNull = anyNull || nulls[at]
		n, _ := cell.(int)
		text, _ := cell.(string)
		if h.Number {
			v.Ints = append(v.Ints, int64(n))
		} else {
			v.Texts = append(v.Texts, text)
		}
	}
	if anyNull {
		v.Nulls = nulls
	}
	return v
}

// Lines is a result of one text column.
func Lines(name string, texts []string) *Set {
	return Texts([]string{name}, [][]string{texts})
}

// Texts is a result of text columns.
func Texts(names []string, columns [][]string) *Set {
	t := plan.Type{Kind: plan.String}
	r := &Set{Rows: &plan.Rows{Len: len(columns[0])}}
	for i, name := range names {
		r.Columns = append(r.Columns, plan.Output{Name: name, Type: t})
		texts := columns[i]
		if texts == nil {
			texts = []string{}
		}
		r.Rows.Columns = append(r.Rows.Columns, plan.Vector{Type: t, Texts: texts})
	}
	return r
}

// AddPairs adds rows of two texts.
func (g *Grid) AddPairs(pairs [][2]string) {
	for _, p := range pairs {
		g.Add(p[0], p[1])
	}
}
