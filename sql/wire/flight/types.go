package flight

import (
	"context"

	"github.com/apache/arrow/go/v15/arrow"
	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql/schema_ref"
)

// GetFlightInfoXdbcTypeInfo implements flightsql.Server.
func (s *commands) GetFlightInfoXdbcTypeInfo(_ context.Context, _ flightsql.GetXdbcTypeInfo, d *rpc.FlightDescriptor) (*rpc.FlightInfo, error) {
	return infoOf(schema_ref.XdbcTypeInfo, d, d.Cmd), nil
}

// DoGetXdbcTypeInfo implements flightsql.Server.
func (s *commands) DoGetXdbcTypeInfo(_ context.Context, q flightsql.GetXdbcTypeInfo) (*arrow.Schema, chunks, error) {
	var out [][]any
	for _, t := range sqlTypes() {
		if n := q.GetDataType(); n == nil || int(*n) == t.number {
			out = append(out, t.row())
		}
	}
	return rowsOf(schema_ref.XdbcTypeInfo, out)
}

// sqlType is a type that a column can be declared with, as ODBC and JDBC describe it.
type sqlType struct {
	name    string
	number  int // of ODBC
	size    int // digits, characters, or the length of the text
	quote   any // before and behind a literal
	create  []string
	general int // the number without what kind of time it is
	subcode any // what kind of time
	radix   any
	scales  any // the most digits of a fraction
	search  int
}

// The numbers of ODBC.
const (
	odbcTiny, odbcSmall, odbcInt, odbcBig   = -6, 5, 4, -5
	odbcDecimal, odbcDouble                 = 3, 8
	odbcChar, odbcVarchar, odbcLong         = 1, 12, -1
	odbcDate, odbcTime, odbcStamp, odbcWhen = 91, 92, 93, 9
	likeNot, likeToo                        = 2, 3
)

// sqlTypes lists the types, by number as the protocol asks for.
func sqlTypes() []sqlType {
	number := func(name string, n, size int) sqlType {
		return sqlType{name: name, number: n, size: size, general: n, radix: 10, scales: 0, search: likeNot}
	}
	text := func(name string, n int, create []string) sqlType {
		return sqlType{name: name, number: n, size: 65535, quote: "'", create: create, general: n, search: likeToo}
	}
	when := func(name string, n, size, subcode int, scales any) sqlType {
		return sqlType{name: name, number: n, size: size, quote: "'", general: odbcWhen, subcode: subcode, scales: scales, search: likeToo}
	}
	decimal := number("DECIMAL", odbcDecimal, 18)
	decimal.create, decimal.scales = []string{"precision", "scale"}, 18
	double := number("DOUBLE", odbcDouble, 15)
	double.scales = nil
	return []sqlType{
		number("TINYINT", odbcTiny, 3), number("BIGINT", odbcBig, 19), text("TEXT", odbcLong, nil), text("CHAR", odbcChar, []string{"length"}),
		decimal, number("INT", odbcInt, 10), number("MEDIUMINT", odbcInt, 7), number("SMALLINT", odbcSmall, 5), number("YEAR", odbcSmall, 4), double,
		text("VARCHAR", odbcVarchar, []string{"length"}),
		when("DATE", odbcDate, 10, 1, nil), when("TIME", odbcTime, 17, 2, 6), when("DATETIME", odbcStamp, 26, 3, 6), when("TIMESTAMP", odbcStamp, 26, 3, 6),
	}
}

func (t sqlType) row() []any {
	var unsigned, lowest, auto any
	if t.radix != nil {
		unsigned, auto = false, false
	}
	if t.scales != nil {
		lowest = 0
	}
	var create any
	if t.create != nil {
		create = t.create
	}
	const nullable = 1
	return []any{t.name, t.number, t.size, t.quote, t.quote, create, nullable, t.quote != nil, t.search, unsigned, false, auto, t.name,
		lowest, t.scales, t.general, t.subcode, t.radix, nil}
}
