package main

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"strings"
)

// mostNames is how many different texts a column may have to become an enumeration, whose
// numbers take two bytes then.
const mostNames = 1 << 16

// pack puts a table of DuckDB's into the form that gsdms stores: integers as narrow as
// their values allow, texts of a list as numbers, and the rows in the table's order.
func (t *neededTable) pack(ctx context.Context, conn *sql.Conn) error {
	var wanted, casts []string
	for _, c := range t.columns {
		switch c.Kind {
		case "TINYINT", "SMALLINT", "INTEGER", "BIGINT":
			wanted = append(wanted, fmt.Sprintf("min(%s)::BIGINT, max(%s)::BIGINT", c.Name, c.Name))
		case "CHAR", "VARCHAR", "TEXT":
			wanted = append(wanted, fmt.Sprintf("0::BIGINT, count(DISTINCT %s)::BIGINT", c.Name))
		default:
			wanted = append(wanted, "0::BIGINT, 0::BIGINT")
		}
	}
	lows, highs := make([]int64, len(t.columns)), make([]int64, len(t.columns))
	var places []any
	for i := range lows {
		places = append(places, &lows[i], &highs[i])
	}
	if err := conn.QueryRowContext(ctx, "SELECT "+strings.Join(wanted, ", ")+" FROM "+t.Name).Scan(places...); err != nil {
		return err
	}
	var statements []string
	for i, c := range t.columns {
		kind := narrow(c.Kind, lows[i], highs[i])
		if kind == "ENUM" {
			kind = t.Name + "_" + c.Name
			statements = append(statements, fmt.Sprintf("CREATE TYPE %s AS ENUM (SELECT DISTINCT %s FROM %s WHERE %s IS NOT NULL ORDER BY 1)", kind, c.Name, t.Name, c.Name))
		}
		if kind != "" {
			kind = "::" + kind
		}
		casts = append(casts, fmt.Sprintf("%s%s AS %s", c.Name, kind, c.Name))
	}
	order := t.order()
	return execute(ctx, conn, append(statements,
		fmt.Sprintf("CREATE TABLE packed AS SELECT %s FROM %s%s", strings.Join(casts, ", "), t.Name, order),
		"DROP TABLE "+t.Name, fmt.Sprintf("ALTER TABLE packed RENAME TO %s", t.Name))...)
}

// order is the clause for the table's order, as far as its columns are there.
func (t *neededTable) order() string {
	var by []string
	for _, name := range t.Order {
		for _, c := range t.columns {
			if c.Name == name {
				by = append(by, name)
			}
		}
	}
	if len(by) == 0 {
		return ""
	}
	return " ORDER BY " + strings.Join(by, ", ")
}

// narrow is the type for values from low to high, or for as many texts as high; "" leaves
// the column as it is. DuckDB computes in the operands' type, so that types without a sign
// or of one byte would fail where differences and products leave them.
func narrow(kind string, low, high int64) string {
	switch kind {
	case "CHAR", "VARCHAR", "TEXT":
		if high <= mostNames {
			return "ENUM"
		}
		return ""
	case "TINYINT", "SMALLINT", "INTEGER", "BIGINT":
	default:
		return ""
	}
	switch {
	case low >= math.MinInt16 && high <= math.MaxInt16:
		return "SMALLINT"
	case low >= math.MinInt32 && high <= math.MaxInt32:
		return "INTEGER"
	default:
		return ""
	}
}
