package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// Sales and the products that they refer to are loaded, put in order and truncated.
var sales = scenario{fresh: freshSales, next: nextSales, check: checkSales, kills: 50, changes: 8, failures: 40}

// One load of each table adds so many rows.
const (
	saleRows    = 9000
	productRows = 60
)

func saleTables() (products, sales store.Definition) {
	products = store.Definition{Name: "products", Columns: columns("p", "#kind", "#name"), PrimaryKey: []int{0}}
	sales = store.Definition{Name: "sales", Columns: columns("n", "product", "#text"), PrimaryKey: []int{0},
		ForeignKeys: []plan.ForeignKey{{Column: 1, Table: "products", RefColumn: "p"}}}
	return products, sales
}

// productKey is one of the products that the first load brings; they come in no order.
func productKey(i int) int64 { return int64(i*7%productRows*10 + 1) }

func productsFrom(first int) rows {
	out := make(rows, productRows)
	for i := range out {
		k := (first+i)/productRows*productRows*10 + i*7%productRows*10 + 1
		out[i] = []any{int64(k), fmt.Sprint("kind ", k%6), fmt.Sprint("name ", k)}
	}
	return out
}

func sale(i int) []any { return []any{int64(i), productKey(i), fmt.Sprint("text ", i%1000)} }

func salesFrom(first int) rows {
	out := make(rows, saleRows)
	for i := range out {
		out[i] = sale(first + i)
	}
	return out
}

func freshSales(t *testing.T, c *store.Catalog) {
	products, sales := saleTables()
	define(t, c, products)
	define(t, c, sales)
	load(t, c, products, productsFrom(0))
}

func nextSales(c *store.Catalog) error {
	ctx := context.Background()
	products, sales := saleTables()
	v := c.View()
	s, errS := v.Table("sales")
	p, errP := v.Table("products")
	v.Close()
	err := errors.Join(errS, errP)
	switch {
	case err != nil:
	case s.Rows >= 4*saleRows:
		err = c.Truncate(ctx, "sales")
	case len(p.Order) == 0:
		err = c.Optimize(ctx, "products")
	case s.Rows/saleRows%2 == 1 && p.Rows < (s.Rows/saleRows+3)/2*productRows:
		_, err = c.Load(ctx, "products", source(products, productsFrom(p.Rows)))
	default:
		_, err = c.Load(ctx, "sales", source(sales, salesFrom(s.Rows)))
	}
	return err
}

func checkSales(t *testing.T, c *store.Catalog) (files int, state string) {
	t.Helper()
	s, p := table(t, c, "sales"), table(t, c, "products")
	if s.Rows%saleRows != 0 || p.Rows%productRows != 0 {
		t.Errorf("%d sales and %d products", s.Rows, p.Rows)
	}
	if !same(sortedByKey(read(t, s)), salesUpTo(s.Rows)) {
		t.Error("the sales are not what was loaded")
	}
	want := rows{}
	for i := 0; i < p.Rows; i += productRows {
		want = append(want, productsFrom(i)...)
	}
	if !same(sortedByKey(read(t, p)), sortedByKey(want)) {
		t.Error("the products are not what was loaded")
	}
	return expectedFiles(p) + expectedFiles(s), fmt.Sprint(s.Rows, p.Rows, p.Order)
}

func sortedByKey(data rows) rows {
	sortRows(data, []int{0})
	return data
}

func salesUpTo(n int) rows {
	out := make(rows, n)
	for i := range out {
		out[i] = sale(i)
	}
	return out
}
