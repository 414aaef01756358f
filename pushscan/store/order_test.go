package store_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// columns makes columns named so; a name that begins with # is text.
func columns(names ...string) []plan.Column {
	out := make([]plan.Column, len(names))
	for i, name := range names {
		out[i] = plan.Column{Name: strings.TrimPrefix(name, "#"), Type: integer}
		if name[0] == '#' {
			out[i].Type = text
		}
	}
	return out
}

// orderOf is the names of the columns that a table is sorted by.
func orderOf(t *plan.Table) string {
	var names []string
	for _, o := range t.Order {
		names = append(names, t.Columns[o].Name)
	}
	return strings.Join(names, " ")
}

// shuffled puts rows in an order that has nothing to do with them, the same each time.
func shuffled(data rows) rows {
	x := uint64(1)
	for i := len(data) - 1; i > 0; i-- {
		x = x*6364136223846793005 + 1442695040888963407
		k := int(x>>33) % (i + 1)
		data[i], data[k] = data[k], data[i]
	}
	return data
}

// places are rows as a geography has them, with a key that says nothing about it. prefix
// changes the words, so that no name can matter.
func places(prefix string) rows {
	var out rows
	for city := range 60 {
		for range 4 {
			nation := city / 3
			out = append(out, []any{
				int64(0), "name" + fmt.Sprint(len(out)), fmt.Sprint(prefix, " city ", city),
				fmt.Sprint(prefix, " nation ", nation), fmt.Sprint(prefix, " region ", nation%5),
				fmt.Sprint("segment ", len(out)*7%11),
			})
		}
	}
	for i, row := range shuffled(out) {
		row[0] = int64(i + 1)
	}
	return out
}

// goods are rows with another hierarchy, and attributes that take no part in it.
func goods() rows {
	var out rows
	for i := range 400 {
		brand := i % 80
		category := brand / 4
		out = append(out, []any{
			int64(0), int64(category / 4), int64(category), fmt.Sprint("brand ", brand),
			fmt.Sprint("colour ", i*31%97), int64(i * 17 % 50),
		})
	}
	for i, row := range shuffled(out) {
		row[0] = int64(i + 1)
	}
	return out
}

// days are rows whose key's own order keeps years and months together.
func days() rows {
	var out rows
	for i := range 900 {
		year, month := 1992+i/360, i/30
		out = append(out, []any{
			int64(year*10000 + month%12*100 + i%30), fmt.Sprint("weekday ", i%7),
			int64(year), int64(month), fmt.Sprint("month ", month%12), int64(i % 30),
		})
	}
	return shuffled(out)
}

// deliveries are many rows with one attribute, which determines no other, or with a
// coarser one that it determines.
func deliveries(many int, coarser bool) rows {
	out := make(rows, many)
	for i := range out {
		to := int64(i * 7 % 1000)
		out[i] = []any{int64(i), to}
		if coarser {
			out[i] = append(out[i], to/100)
		}
	}
	return out
}

// A large table stays in the order of its key, unless there is a hierarchy of several columns.
func TestOrderOfLargeTables(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rows    int
		coarser bool
		want    string
	}{{1 << 18, false, "to key"}, {1<<18 + 1, false, "key"}, {1<<18 + 1, true, "area to key"}}[:tries(3)] {
		c := open(t, t.TempDir())
		d := store.Definition{Name: "t", Columns: columns("key", "to"), PrimaryKey: []int{0}}
		if test.coarser {
			d.Columns = columns("key", "to", "area")
		}
		define(t, c, d)
		load(t, c, d, deliveries(test.rows, test.coarser))
		if got := orderOf(table(t, c, "t")); got != test.want {
			t.Errorf("%d rows: order %q, want %q", test.rows, got, test.want)
		}
	}
}

func TestHierarchyOrder(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		columns []plan.Column
		order   []string
		rows    rows
		want    string
	}{
		{"places", columns("key", "#name", "#city", "#nation", "#region", "#segment"), nil, places("a"), "region nation city key"},
		{"other words", columns("x1", "#x2", "#x3", "#x4", "#x5", "#x6"), nil, places("zz"), "x5 x4 x3 x1"},
		{"goods", columns("id", "maker", "class", "#brand", "#colour", "size"), nil, goods(), "maker class brand id"},
		{"days", columns("day", "#weekday", "year", "month", "#monthname", "dom"), nil, days(), "day"},
		{"declared", columns("id", "maker", "class", "#brand", "#colour", "size"), []string{"Size", "class"}, goods(), "size class id"},
		{"nothing to find", columns("id"), nil, rows{{int64(3)}, {int64(1)}}, "id"},
		{"equal columns", columns("id", "a", "b", "c"), nil, equals(), "a c id"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := open(t, t.TempDir())
			d := store.Definition{Name: "t", Columns: test.columns, PrimaryKey: []int{0}, Order: test.order}
			define(t, c, d)
			load(t, c, d, test.rows)
			snapshot := table(t, c, "t")
			if got := orderOf(snapshot); got != test.want {
				t.Fatalf("order %q, want %q", got, test.want)
			}
			want := slices.Clone(test.rows)
			slices.SortFunc(want, byColumns(snapshot.Order))
			if !same(read(t, snapshot), want) {
				t.Error("the rows are not in that order")
			}
		})
	}
}

// equals are rows where a and b say the same, and c is finer than both.
func equals() rows {
	var out rows
	for i := range 40 {
		k := i * 7 % 40
		out = append(out, []any{int64(i), int64(k / 10), int64(-(k / 10)), int64(k / 5 * 3 % 17)})
	}
	return out
}

// byColumns compares rows by columns.
func byColumns(order []int) func(a, b []any) int {
	return func(a, b []any) int {
		for _, o := range order {
			c := 0
			switch x := a[o].(type) {
			case int64:
				c = cmp.Compare(x, b[o].(int64))
			case string:
				c = cmp.Compare(x, b[o].(string))
			}
			if c != 0 {
				return c
			}
		}
		return 0
	}
}

// A snowflake: products reference makers, sales reference products. Appending keeps
// the numbers of rows, Optimize restores the order, and no row ever says anything else.
func TestOptimize(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	makers := store.Definition{Name: "makers", Columns: columns("m", "#land"), PrimaryKey: []int{0}}
	products := store.Definition{Name: "products", Columns: columns("p", "#kind", "maker"), PrimaryKey: []int{0},
		ForeignKeys: []plan.ForeignKey{{Column: 2, Table: "makers", RefColumn: "m"}}}
	sales := store.Definition{Name: "sales", Columns: columns("product", "n", "second"),
		ForeignKeys: []plan.ForeignKey{{Column: 0, Table: "products", RefColumn: "p"}, {Column: 2, Table: "products", RefColumn: "p"}}}
	sales.Columns[2].Nullable = true
	var m, p, s rows
	for i := range 12 {
		m = append(m, []any{int64(100 - i), fmt.Sprint("land ", i%3)})
	}
	for i := range 96 {
		p = append(p, []any{int64(i * 10), fmt.Sprint("kind ", i%24), int64(89 + i%12)})
	}
	for i := range 5000 {
		s = append(s, []any{int64(i * 7 % 96 * 10), int64(i), nil})
		if i%3 == 0 {
			s[i][2] = int64(i * 5 % 96 * 10)
		}
	}
	define(t, c, makers)
	define(t, c, products)
	define(t, c, sales)
	load(t, c, makers, m[:6])
	load(t, c, makers, m[6:])
	load(t, c, products, p[:48])
	if got := orderOf(table(t, c, "products")); got != "maker kind p" {
		t.Errorf("order of products: %q", got)
	}
	load(t, c, sales, onlyProducts(s, 480))
	before := table(t, c, "products")
	load(t, c, products, p[48:])
	if got := read(t, table(t, c, "products"))[:48]; !same(got, read(t, before)) {
		t.Error("appending moved rows")
	}
	if got := orderOf(table(t, c, "products")); got != "" {
		t.Errorf("order after appending: %q", got)
	}
	all := append(onlyProducts(s, 480), s...)
	load(t, c, sales, s)
	old := table(t, c, "sales")
	for _, name := range []string{"makers", "products"} {
		if err := c.Optimize(context.Background(), name); err != nil {
			t.Fatal(err)
		}
		for _, snapshot := range []*plan.Table{old, table(t, c, "sales")} {
			if !same(read(t, snapshot), all) {
				t.Fatalf("after OPTIMIZE of %s the sales say something else", name)
			}
		}
	}
	checkOrdered(t, table(t, c, "products"), "maker kind p")
	c.Close()
	c = open(t, dir)
	if !same(read(t, table(t, c, "sales")), all) {
		t.Error("the sales say something else after the folder was opened again")
	}
}

// onlyProducts drops sales of products from the given key on.
func onlyProducts(s rows, below int64) rows {
	return slices.DeleteFunc(slices.Clone(s), func(row []any) bool {
		second, ok := row[2].(int64)
		return row[0].(int64) >= below || ok && second >= below
	})
}

// checkOrdered checks that stored numbers rise by the columns of the order.
func checkOrdered(t *testing.T, snapshot *plan.Table, want string) {
	t.Helper()
	if got := orderOf(snapshot); got != want {
		t.Fatalf("order %q, want %q", got, want)
	}
	stored := make(rows, snapshot.Rows)
	for i := range stored {
		stored[i] = make([]any, len(snapshot.Shown()))
	}
	for c := range snapshot.Shown() {
		copied := *snapshot
		copied.Columns = slices.Clone(snapshot.Columns)
		copied.Columns[c].Ref, copied.Columns[c].Dict = nil, nil
		values, err := readColumn(&copied, c)
		if err != nil {
			t.Fatal(err)
		}
		for i := range stored {
			stored[i][c] = values[i]
		}
	}
	if !slices.IsSortedFunc(stored, byColumns(snapshot.Order)) {
		t.Error("the rows are not in the order that the table states")
	}
}
