package embed

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"reflect"
	"strings"

	"gsdms/plan"
	"gsdms/sql/result"
)

// stmt is a prepared statement of database/sql.
type stmt struct {
	conn     *conn
	prepared prepared
}

// Close is of driver.Stmt.
func (s *stmt) Close() error { return s.conn.noted(closePrepared(s.prepared)) }

// NumInput is of driver.Stmt.
func (s *stmt) NumInput() int { return s.prepared.Params() }

// Exec is of driver.Stmt; database/sql calls ExecContext instead.
func (s *stmt) Exec(args []driver.Value) (driver.Result, error) {
	return s.ExecContext(context.Background(), named(args))
}

// Query is of driver.Stmt; database/sql calls QueryContext instead.
func (s *stmt) Query(args []driver.Value) (driver.Rows, error) {
	return s.QueryContext(context.Background(), named(args))
}

func named(args []driver.Value) []driver.NamedValue {
	out := make([]driver.NamedValue, len(args))
	for i, a := range args {
		out[i] = driver.NamedValue{Ordinal: i + 1, Value: a}
	}
	return out
}

// ExecContext is of driver.StmtExecContext.
func (s *stmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	r, err := s.run(ctx, args, false)
	if err != nil {
		return nil, err
	}
	return outcomeOf(r), nil
}

// QueryContext is of driver.StmtQueryContext.
func (s *stmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	r, err := s.run(ctx, args, true)
	if err != nil {
		return nil, err
	}
	return &driverRows{newRows(ctx, r)}, nil
}

func (s *stmt) run(ctx context.Context, args []driver.NamedValue, stream bool) (*result.Set, error) {
	values, err := parameters(args)
	if err != nil {
		return nil, err
	}
	r, err := executePrepared(ctx, s.prepared, values, stream)
	return r, s.conn.noted(ended(ctx, err))
}

// driverRows is rows as database/sql reads them.
type driverRows struct{ rows *Rows }

var (
	_ driver.RowsColumnTypeDatabaseTypeName = (*driverRows)(nil)
	_ driver.RowsColumnTypeScanType         = (*driverRows)(nil)
	_ driver.RowsColumnTypePrecisionScale   = (*driverRows)(nil)
)

// Columns is of driver.Rows.
func (r *driverRows) Columns() []string {
	out := make([]string, len(r.rows.columns))
	for i, c := range r.rows.columns {
		out[i] = c.Name
	}
	return out
}

// Close is of driver.Rows.
func (r *driverRows) Close() error {
	r.rows.Close()
	return nil
}

// Next is of driver.Rows.
func (r *driverRows) Next(to []driver.Value) error {
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	for i := range to {
		to[i] = r.rows.Value(i)
	}
	return nil
}

// ColumnTypeDatabaseTypeName is of driver.RowsColumnTypeDatabaseTypeName: without length and
// precision.
func (r *driverRows) ColumnTypeDatabaseTypeName(i int) string {
	name, _, _ := strings.Cut(r.rows.columns[i].Type.String(), "(")
	return name
}

// ColumnTypeScanType is of driver.RowsColumnTypeScanType. Any column may hold NULL.
func (r *driverRows) ColumnTypeScanType(i int) reflect.Type {
	switch r.rows.columns[i].Type.Kind {
	case plan.Bool, plan.Int:
		return reflect.TypeFor[sql.NullInt64]()
	case plan.Unsigned:
		return reflect.TypeFor[sql.Null[uint64]]()
	case plan.Double:
		return reflect.TypeFor[sql.NullFloat64]()
	case plan.Date, plan.DateTime:
		return reflect.TypeFor[sql.NullTime]()
	}
	return reflect.TypeFor[sql.NullString]()
}

// ColumnTypePrecisionScale is of driver.RowsColumnTypePrecisionScale.
func (r *driverRows) ColumnTypePrecisionScale(i int) (precision, scale int64, ok bool) {
	t := r.rows.columns[i].Type
	return int64(t.Precision), int64(t.Scale), t.Kind == plan.Decimal
}
