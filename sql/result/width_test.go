package result

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"gsdms/plan"
)

// TestTablesFitTheWidth: no line is wider than the terminal wherever two columns have
// room, and the first and the last column are always there.
func TestTablesFitTheWidth(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		r, width := &Set{Rows: &plan.Rows{Len: 2}}, 52+random.IntN(150)
		for i := range 1 + random.IntN(30) {
			r.Columns = append(r.Columns, plan.Output{Name: fmt.Sprintf("%d%s", i, strings.Repeat("n", random.IntN(30)))})
			texts := []string{strings.Repeat("x", random.IntN(60)), strings.Repeat("日", random.IntN(30))}
			r.Rows.Columns = append(r.Rows.Columns, plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: texts})
		}
		var out strings.Builder
		table, err := FindFormat("table")
		if err == nil {
			err = table.Write(&out, r, Layout{Width: width})
		}
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if w := runewidth.StringWidth(strings.TrimSuffix(line, "\n")); w > width && strings.ContainsAny(line, "│─") {
				t.Fatalf("a line of %d cells at a width of %d:\n%s", w, width, out.String())
			}
		}
		header := strings.Split(out.String(), "\n")[1]
		cells := strings.Split(strings.Trim(header, "│"), "│")
		if first, last := strings.TrimSpace(cells[0]), strings.TrimSpace(cells[len(cells)-1]); !strings.HasPrefix(first, "0") || !strings.HasPrefix(last, fmt.Sprint(len(r.Columns)-1)) {
			t.Fatalf("the header ends with %q and %q of %d columns", first, last, len(r.Columns))
		}
		missing := strings.Contains(header, "│ … │")
		if note := fmt.Sprintf("%d columns, the first", len(r.Columns)); missing != strings.Contains(out.String(), note) {
			t.Fatalf("columns are left out: %v, but the note says otherwise:\n%s", missing, out.String())
		}
	}
}

func TestMiddleColumnsAreLeftOut(t *testing.T) {
	r := &Set{Rows: &plan.Rows{Len: 1}}
	for i := range 6 {
		r.Columns = append(r.Columns, plan.Output{Name: fmt.Sprintf("column%d", i)})
		r.Rows.Columns = append(r.Rows.Columns, plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: []string{fmt.Sprint(i)}})
	}
	var out strings.Builder
	table, err := FindFormat("table")
	if err == nil {
		err = table.Write(&out, r, Layout{Width: 44})
	}
	want := `
┌─────────┬─────────┬───┬─────────┐
│ column0 │ column1 │ … │ column5 │
├─────────┼─────────┼───┼─────────┤
│ 0       │ 1       │ … │ 5       │
└─────────┴─────────┴───┴─────────┘
6 columns, the first 2 and the last 1 shown; \G in place of ; shows all
`
	if err != nil || "\n"+out.String() != want {
		t.Errorf("got %v\n%s\nwant%s", err, out.String(), want)
	}
}

// Names of a vertical result end in the same cell, and no control character is written.
func TestVerticalNamesAreAligned(t *testing.T) {
	r := &Set{Rows: &plan.Rows{Len: 1}}
	for _, name := range []string{"n", "名前", "a\x1b[7m"} {
		r.Columns = append(r.Columns, plan.Output{Name: name})
		r.Rows.Columns = append(r.Rows.Columns, plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: []string{"x"}})
	}
	var out strings.Builder
	f, err := FindFormat("vertical")
	if err == nil {
		err = f.Write(&out, r, Layout{})
	}
	_, got, _ := strings.Cut(out.String(), "\n")
	if want := "       n: x\n    名前: x\na\\x1b[7m: x\n"; err != nil || got != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
}

func TestNamesInObjectsDiffer(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"a b", "a b"}, {"id id", "id id_2"}, {"id id id", "id id_2 id_3"}, {"id id id_2", "id id_3 id_2"}, {"x y x y", "x y x_2 y_2"},
	} {
		var columns []plan.Output
		for name := range strings.FieldsSeq(c.names) {
			columns = append(columns, plan.Output{Name: name})
		}
		if got := strings.Join(UniqueNames(columns), " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.names, got, c.want)
		}
	}
}
