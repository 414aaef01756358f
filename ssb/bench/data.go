package bench

import (
	"context"
	"fmt"
	"strconv"
)

// dataOf counts the rows and finds the scale factor that they belong to.
func (s Suite) dataOf(ctx context.Context, e Engine) (Data, error) {
	rows := map[string]int64{}
	for _, table := range s.Tables {
		n, err := count(ctx, e, table)
		if err != nil {
			return Data{}, fmt.Errorf("look at the benchmark's tables: %w (%s makes them)", err, s.Command)
		}
		rows[table] = n
	}
	d := Data{SF: float64(rows["customer"]) / s.Customers, Rows: rows}
	want, err := s.Rows(d.SF)
	if err != nil {
		return Data{}, fmt.Errorf("table customer has %d rows, which is no scale factor's: %w", rows["customer"], err)
	}
	for _, table := range s.Tables {
		if rows[table] != want[table] {
			return Data{}, fmt.Errorf("table %s has %d rows, but %d at scale factor %v: load the benchmark's data again (%s)",
				table, rows[table], want[table], d.SF, s.Command)
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
