package ssb

import (
	"context"
	"fmt"
	"strconv"

	"gsdms/ssb/gen"
)

// dataOf counts the rows and finds the scale factor that they belong to.
func dataOf(ctx context.Context, e Engine) (Data, error) {
	rows := map[string]int64{}
	for _, table := range gen.Tables() {
		n, err := count(ctx, e, table)
		if err != nil {
			return Data{}, fmt.Errorf("look at the benchmark's tables: %w (gsdms ssb load makes them)", err)
		}
		rows[table] = n
	}
	d := Data{SF: float64(rows["customer"]) / 30000, Rows: rows}
	want, err := rowsAt(d.SF)
	if err != nil {
		return Data{}, fmt.Errorf("table customer has %d rows, which is no scale factor's: %w", rows["customer"], err)
	}
	for _, table := range gen.Tables() {
		if rows[table] != want[table] {
			return Data{}, fmt.Errorf("table %s has %d rows, but %d at scale factor %v: load the benchmark's data again (gsdms ssb load)",
				table, rows[table], want[table], d.SF)
		}
	}
	return d, nil
}

func count(ctx context.Context, e Engine, table string) (int64, error) {
	replies, err := e.Ask(ctx, []string{"select count(*) from " + table})
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(replies[0].Answer()[0][0], 10, 64)
}

// rowsAt are the rows of each table at a scale factor.
func rowsAt(sf float64) (map[string]int64, error) {
	s, err := gen.NewScale(sf)
	if err != nil {
		return nil, err
	}
	return map[string]int64{
		"date": gen.DateRows, "part": s.Parts, "supplier": s.Suppliers, "customer": s.Customers,
		"lineorder": s.Lines(0, s.Orders),
	}, nil
}
