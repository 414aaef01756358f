package embed

import (
	"context"
	"database/sql"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
)

// BenchmarkDoors is what a query of one row takes by each door, its text the same each time:
// the session itself is what the others add to.
func BenchmarkDoors(b *testing.B) {
	ctx := context.Background()
	db, err := Open(ctx, b.TempDir()+"/shop", Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	pools := benchDoors(b, db)
	for _, pool := range pools {
		defer pool.Close()
		for _, text := range []string{"CREATE TABLE t (a INT, s VARCHAR(9))", "INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, 'z')"} {
			if _, err := pool.Exec(text); err != nil {
				b.Fatal(err)
			}
		}
	}
	const text, bound = "SELECT s FROM t WHERE a = 2", "SELECT s FROM t WHERE a = ?"
	session := db.engine.NewSession()
	b.Run("session", func(b *testing.B) {
		for b.Loop() {
			if _, err := session.Query(ctx, text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("session-prepared", func(b *testing.B) {
		p, err := session.Prepare(ctx, bound)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := p.Execute(ctx, []plan.Value{value.OfInt(2)}); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, door := range []string{"driver", "driver-socket", "driver-network"} {
		ask := func(b *testing.B, query func() *sql.Row) {
			var s string
			for b.Loop() {
				if err := query().Scan(&s); err != nil || s != "y" {
					b.Fatal(s, err)
				}
			}
		}
		b.Run(door, func(b *testing.B) { ask(b, func() *sql.Row { return pools[door].QueryRow(text) }) })
		b.Run(door+"-bound", func(b *testing.B) { ask(b, func() *sql.Row { return pools[door].QueryRow(bound, 2) }) })
		b.Run(door+"-prepared", func(b *testing.B) {
			p, err := pools[door].Prepare(bound)
			if err != nil {
				b.Fatal(err)
			}
			defer p.Close()
			ask(b, func() *sql.Row { return p.QueryRow(2) })
		})
	}
}

// benchDoors gives the ways to a database, by name.
func benchDoors(b *testing.B, db *DB) map[string]*sql.DB {
	tcp, unix := serve(b)
	pools := map[string]*sql.DB{"driver": sql.OpenDB(db.Connector())}
	for door, name := range map[string]string{"driver-network": "mysql://" + tcp, "driver-socket": "unix://" + unix} {
		c, err := (&Driver{}).OpenConnector(name)
		if err != nil {
			b.Fatal(err)
		}
		pools[door] = sql.OpenDB(c)
	}
	return pools
}
