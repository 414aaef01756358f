package mysql

import (
	stdsql "database/sql"
	"testing"

	"github.com/go-mysql-org/go-mysql/mysql"
)

// An UPDATE says how many rows it has changed, or has found where the client asks for that.
func TestAffected(t *testing.T) {
	_, address := serve(t, Options{})
	changed, found := pool(t, address, ""), pool(t, address, "?clientFoundRows=true")
	must(t, changed, "CREATE TABLE v (k INT PRIMARY KEY, a INT)")
	must(t, changed, "INSERT INTO v VALUES (1, 1), (2, 2), (3, 3)")
	for _, c := range []struct {
		text           string
		changed, found int64
	}{
		{"UPDATE v SET a = 2", 2, 3},
		{"UPDATE v SET a = 2", 0, 3},
		{"DELETE FROM v WHERE k > 3", 0, 0},
	} {
		must(t, changed, "UPDATE v SET a = k")
		if c.changed == 0 {
			must(t, changed, "UPDATE v SET a = 2")
		}
		if n, err := rowsAffected(changed, c.text); err != nil || n != c.changed {
			t.Errorf("%s: %d rows, %v; not %d", c.text, n, err, c.changed)
		}
		must(t, changed, "UPDATE v SET a = k")
		if n, err := rowsAffected(found, c.text); err != nil || n != c.found {
			t.Errorf("%s, found: %d rows, %v; not %d", c.text, n, err, c.found)
		}
	}
}

func rowsAffected(db *stdsql.DB, text string) (int64, error) {
	r, err := db.Exec(text)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// Clients that keep count of transactions are told that one has begun, though each statement
// commits itself.
func TestTransactionStatus(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	for _, step := range []struct {
		text              string
		begun, autocommit bool
	}{
		{"SELECT 1", false, true}, {"BEGIN", true, true}, {"SELECT 1", true, true}, {"SAVEPOINT a", true, true}, {"ROLLBACK TO SAVEPOINT a", true, true},
		{"COMMIT", false, true}, {"START TRANSACTION", true, true}, {"ROLLBACK", false, true}, {"SET autocommit = 0", false, false}, {"SELECT 1", false, false}, {"SET autocommit = 1", false, true},
	} {
		r, err := c.Execute(step.text)
		if err != nil {
			t.Fatal(err)
		}
		if begun, auto := r.Status&mysql.SERVER_STATUS_IN_TRANS != 0, r.Status&mysql.SERVER_STATUS_AUTOCOMMIT != 0; begun != step.begun || auto != step.autocommit {
			t.Errorf("after %s: begun %v, commits itself %v", step.text, begun, auto)
		}
	}
}
