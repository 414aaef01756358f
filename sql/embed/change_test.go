package embed

import "testing"

// Rows are changed and removed with parameters, and how many is told.
func TestChanges(t *testing.T) {
	for door, db := range doors(t) {
		t.Run(door, func(t *testing.T) {
			must(t, db, "CREATE TABLE c (k INT PRIMARY KEY, n INT, s VARCHAR(9))")
			must(t, db, "INSERT INTO c VALUES (1, 10, 'a'), (2, 20, 'b'), (3, 30, 'c'), (4, 40, NULL)")
			count, err := db.Prepare("SELECT COUNT(*) FROM c WHERE n >= ?")
			if err != nil {
				t.Fatal(err)
			}
			defer count.Close()
			for _, c := range []struct {
				text     string
				args     []any
				affected int64
				left     int // with n >= 20
			}{
				{"UPDATE c SET n = n + ?, s = ? WHERE k < ?", []any{15, "x", 3}, 2, 4},
				{"UPDATE c SET s = ? WHERE k = ?", []any{nil, 3}, 1, 4},
				{"DELETE FROM c WHERE n = ?", []any{25}, 1, 3},
				{"DELETE FROM c WHERE s IS NULL ORDER BY k DESC LIMIT ?", []any{1}, 1, 2},
				{"DELETE FROM c WHERE k = ?", []any{77}, 0, 2},
				{"DELETE FROM c", nil, 2, 0},
			} {
				if n, err := must(t, db, c.text, c.args...).RowsAffected(); err != nil || n != c.affected {
					t.Errorf("%s: %d rows affected, error %v", c.text, n, err)
				}
				var left int
				if err := count.QueryRow(20).Scan(&left); err != nil || left != c.left {
					t.Errorf("%s: %d rows are left, not %d: %v", c.text, left, c.left, err)
				}
			}
		})
	}
}
