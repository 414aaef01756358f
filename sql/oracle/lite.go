package oracle

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"time"

	"modernc.org/sqlite"
)

// lite is a database in SQLite.
type lite struct{ db *sql.DB }

// register adds the functions that the templates use to SQLite, once for the process.
var register = sync.OnceValue(func() error {
	for _, f := range []struct {
		name string
		args int32
		call func([]driver.Value) (driver.Value, error)
	}{{"ratio", 3, ratio}, {"floored", 2, floored}, {"months", 2, months}} {
		err := sqlite.RegisterDeterministicScalarFunction(f.name, f.args, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			for _, a := range args {
				if a == nil {
					return nil, nil
				}
			}
			return f.call(args)
		})
		if err != nil {
			return err
		}
	}
	return nil
})

// ratio is n 10^digits / d, rounded half away from zero; NULL for d = 0.
func ratio(args []driver.Value) (driver.Value, error) {
	n, d := big.NewInt(args[0].(int64)), big.NewInt(args[1].(int64))
	if d.Sign() == 0 {
		return nil, nil
	}
	n.Mul(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(args[2].(int64)), nil))
	negative := n.Sign()*d.Sign() < 0
	n.Abs(n).Lsh(n, 1).Add(n, d.Abs(d))
	n.Quo(n, d.Lsh(d, 1))
	if negative {
		n.Neg(n)
	}
	if !n.IsInt64() {
		return nil, fmt.Errorf("ratio leaves 64 bits")
	}
	return n.Int64(), nil
}

// floored is n / d, rounded down; d is positive.
func floored(args []driver.Value) (driver.Value, error) {
	n, d := args[0].(int64), args[1].(int64)
	q := n / d
	if n%d < 0 {
		q--
	}
	return q, nil
}

// months moves a date by months; a day that the month has not is its last.
func months(args []driver.Value) (driver.Value, error) {
	t, err := time.Parse(time.DateOnly, args[0].(string))
	if err != nil {
		return nil, err
	}
	first := time.Date(t.Year(), t.Month()+time.Month(args[1].(int64)), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1).Format(time.DateOnly), nil
}

// openLite loads a database into a SQLite of its own, in memory.
func openLite(ctx context.Context, d *database) (*lite, error) {
	if err := register(); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // another connection would be another database
	l := &lite{db}
	if err := l.load(ctx, d); err != nil {
		return nil, fmt.Errorf("load SQLite: %w", err)
	}
	return l, nil
}

func (l *lite) load(ctx context.Context, d *database) error {
	if _, err := l.db.ExecContext(ctx, "PRAGMA case_sensitive_like = ON"); err != nil {
		return err
	}
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, t := range d.tables {
		if err := fillLite(ctx, tx, t); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func fillLite(ctx context.Context, tx *sql.Tx, t *table) error {
	var columns, marks []string
	for i, c := range t.columns {
		s := c.name + " " + []string{"INTEGER", "INTEGER", "INTEGER", "REAL", "TEXT", "TEXT", "TEXT"}[c.kind]
		if t.keyed && i == 0 {
			s += " PRIMARY KEY"
		}
		columns, marks = append(columns, s), append(marks, "?")
	}
	if _, err := tx.ExecContext(ctx, "CREATE TABLE "+t.name+" ("+strings.Join(columns, ", ")+")"); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO "+t.name+" VALUES ("+strings.Join(marks, ", ")+")")
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, row := range t.rows {
		cells := make([]any, len(row))
		for i, v := range row {
			cells[i] = v.cell(t.columns[i].typ)
		}
		if _, err := insert.ExecContext(ctx, cells...); err != nil {
			return err
		}
	}
	return nil
}

func (l *lite) Close() error { return l.db.Close() }

// answer runs a query and writes its cells as gsdms would.
func (l *lite) answer(ctx context.Context, q *query) (answer, error) {
	rows, err := l.db.QueryContext(ctx, q.sqlite())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out answer
	for rows.Next() {
		cells, places := make([]any, len(q.items)), make([]any, len(q.items))
		for i := range cells {
			places[i] = &cells[i]
		}
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		row := make([]cell, len(cells))
		for i, c := range cells {
			if row[i], err = cellOf(c, q.items[i].typ); err != nil {
				return nil, fmt.Errorf("column %d: %w", i+1, err)
			}
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

func cellOf(v any, t typ) (cell, error) {
	switch v := v.(type) {
	case nil:
		return cell{null: true}, nil
	case int64:
		if t.kind == double {
			return cell{float: float64(v)}, nil
		}
		return cell{text: scaledText(v, t.scale)}, nil
	case float64:
		if t.kind != double {
			return cell{}, fmt.Errorf("SQLite left the integers: %v", v)
		}
		return cell{float: v}, nil
	case string:
		return cell{text: v}, nil
	default:
		return cell{}, fmt.Errorf("SQLite gave a %T", v)
	}
}
