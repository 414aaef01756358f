package rowgroups

import "testing"

// Values go to the rows that are not NULL, and the others are 0.
func TestScatter(t *testing.T) {
	for nulls := range 1 << 6 {
		var rows []bool
		var values []int64
		want := make([]int64, 6)
		for row := range 6 {
			null := nulls>>row&1 == 1
			rows = append(rows, null)
			if !null {
				values = append(values, int64(-10-row))
				want[row] = int64(-10 - row)
			}
		}
		got := []int64{9, 9, 9, 9, 9, 9}
		scatter(got, values, rows)
		for row := range want {
			if got[row] != want[row] {
				t.Fatalf("NULL in %v: %d, want %d", rows, got, want)
			}
		}
	}
}
