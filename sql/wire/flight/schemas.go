package flight

import (
	"context"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql/schema_ref"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/arrows"
	"gsdms/sql/parse"
)

// chunks is how arrow takes the rows of a command.
type chunks = <-chan rpc.StreamChunk

// catalogName is the one catalog, as information_schema has it.
const catalogName = "def"

// rowsOf makes the answer to a command: one record.
func rowsOf(schema *arrow.Schema, rows [][]any) (*arrow.Schema, chunks, error) {
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for _, row := range rows {
		for i, cell := range row {
			appendCell(b.Field(i), cell)
		}
	}
	out := make(chan rpc.StreamChunk, 1)
	out <- rpc.StreamChunk{Data: b.NewRecord()}
	close(out)
	return schema, out, nil
}

// appendCell appends what is written in the tables of this package.
func appendCell(to array.Builder, cell any) {
	switch to := to.(type) {
	case *array.StringBuilder:
		if text, ok := cell.(string); ok {
			to.Append(text)
			return
		}
	case *array.BinaryBuilder:
		if bytes, ok := cell.([]byte); ok {
			to.Append(bytes)
			return
		}
	case *array.BooleanBuilder:
		if truth, ok := cell.(bool); ok {
			to.Append(truth)
			return
		}
	case *array.Int32Builder:
		if n, ok := cell.(int); ok {
			to.Append(int32(n))
			return
		}
	case *array.Uint8Builder:
		if n, ok := cell.(int); ok {
			to.Append(uint8(n))
			return
		}
	case *array.ListBuilder:
		if texts, ok := cell.([]string); ok {
			to.Append(true)
			to.ValueBuilder().(*array.StringBuilder).AppendValues(texts, nil)
			return
		}
	}
	to.AppendNull()
}

// ask runs a query for a command, with texts for its parameters. NULL is an empty text.
func (c *call) ask(text string, values ...string) (rows [][]string, err error) {
	var given []plan.Value
	for _, v := range values {
		given = append(given, value.OfString(v))
	}
	r, err := c.run(text, given)
	if err != nil {
		return nil, err
	}
	for batch, err := range r.Batches() {
		if err != nil {
			return nil, err
		}
		for row := range batch.Len {
			cells := make([]string, len(batch.Columns))
			for i := range cells {
				if v := batch.Columns[i].Value(row); !v.IsNull() {
					cells[i] = v.String()
				}
			}
			rows = append(rows, cells)
		}
	}
	return rows, nil
}

// any is what a pattern matches that is not there, and this what a name is then.
func pattern(p *string) string {
	if p == nil {
		return "%"
	}
	return *p
}

// inCatalog reports whether a command is about the one catalog, or any.
func inCatalog(c *string) bool { return c == nil || *c == catalogName }

// GetFlightInfoCatalogs implements flightsql.Server.
func (s *commands) GetFlightInfoCatalogs(_ context.Context, d *rpc.FlightDescriptor) (*rpc.FlightInfo, error) {
	return infoOf(schema_ref.Catalogs, d, d.Cmd), nil
}

// DoGetCatalogs implements flightsql.Server.
func (s *commands) DoGetCatalogs(context.Context) (*arrow.Schema, chunks, error) {
	return rowsOf(schema_ref.Catalogs, [][]any{{catalogName}})
}

// GetFlightInfoSchemas implements flightsql.Server.
func (s *commands) GetFlightInfoSchemas(_ context.Context, _ flightsql.GetDBSchemas, d *rpc.FlightDescriptor) (*rpc.FlightInfo, error) {
	return infoOf(schema_ref.DBSchemas, d, d.Cmd), nil
}

// DoGetDBSchemas implements flightsql.Server.
func (s *commands) DoGetDBSchemas(ctx context.Context, q flightsql.GetDBSchemas) (*arrow.Schema, chunks, error) {
	c, err := s.begin(ctx, id{})
	if err != nil {
		return nil, nil, err
	}
	defer c.end()
	var out [][]any
	if inCatalog(q.GetCatalog()) {
		names, err := c.ask("SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE ? ORDER BY 1", pattern(q.GetDBSchemaFilterPattern()))
		if err != nil {
			return nil, nil, err
		}
		for _, name := range names {
			out = append(out, []any{catalogName, name[0]})
		}
	}
	return rowsOf(schema_ref.DBSchemas, out)
}

// The types of tables: what information_schema calls BASE TABLE is TABLE to clients.
const (
	baseTable = "BASE TABLE"
	plainType = "TABLE"
)

// GetFlightInfoTableTypes implements flightsql.Server.
func (s *commands) GetFlightInfoTableTypes(_ context.Context, d *rpc.FlightDescriptor) (*rpc.FlightInfo, error) {
	return infoOf(schema_ref.TableTypes, d, d.Cmd), nil
}

// DoGetTableTypes implements flightsql.Server.
func (s *commands) DoGetTableTypes(context.Context) (*arrow.Schema, chunks, error) {
	return rowsOf(schema_ref.TableTypes, [][]any{{"SYSTEM VIEW"}, {plainType}, {"VIEW"}})
}

func tablesSchema(q flightsql.GetTables) *arrow.Schema {
	if q.GetIncludeSchema() {
		return schema_ref.TablesWithIncludedSchema
	}
	return schema_ref.Tables
}

// GetFlightInfoTables implements flightsql.Server.
func (s *commands) GetFlightInfoTables(_ context.Context, q flightsql.GetTables, d *rpc.FlightDescriptor) (*rpc.FlightInfo, error) {
	return infoOf(tablesSchema(q), d, d.Cmd), nil
}

// DoGetTables implements flightsql.Server.
func (s *commands) DoGetTables(ctx context.Context, q flightsql.GetTables) (*arrow.Schema, chunks, error) {
	c, err := s.begin(ctx, id{})
	if err != nil {
		return nil, nil, err
	}
	defer c.end()
	var out [][]any
	if inCatalog(q.GetCatalog()) {
		if out, err = c.tables(q); err != nil {
			return nil, nil, err
		}
	}
	return rowsOf(tablesSchema(q), out)
}

func (c *call) tables(q flightsql.GetTables) (out [][]any, err error) {
	types := map[string]bool{}
	for _, t := range q.GetTableTypes() {
		types[strings.ToUpper(t)] = true
	}
	found, err := c.ask("SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA LIKE ? AND TABLE_NAME LIKE ? ORDER BY 3, 1, 2",
		pattern(q.GetDBSchemaFilterPattern()), pattern(q.GetTableNameFilterPattern()))
	if err != nil {
		return nil, err
	}
	for _, t := range found {
		kind := t[2]
		if kind == baseTable {
			kind = plainType
		}
		if len(types) > 0 && !types[kind] {
			continue
		}
		row := []any{catalogName, t[0], t[1], kind}
		if q.GetIncludeSchema() {
			schema, err := c.tableSchema(t[0], t[1])
			if err != nil {
				return nil, err
			}
			row = append(row, rpc.SerializeSchema(schema, memory.DefaultAllocator))
		}
		out = append(out, row)
	}
	return out, nil
}

// tableSchema is the fields of a table: none where it is listed and cannot be read.
func (c *call) tableSchema(schema, table string) (*arrow.Schema, error) {
	d, err := c.session.Describe(c.ctx, "SELECT * FROM "+quoted(schema)+"."+quoted(table), nil)
	if err != nil && c.ctx.Err() != nil {
		return nil, err
	}
	facts, err := c.ask("SELECT COLUMN_NAME, IS_NULLABLE, COLUMN_TYPE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?", schema, table)
	if err != nil && !parse.IsCode(err, parse.CodeStaleView) {
		return nil, err
	}
	known := map[string][]string{}
	for _, f := range facts {
		known[f[0]] = f
	}
	fields := arrows.Schema(d.Columns).Fields()
	for i := range fields {
		f, ok := known[fields[i].Name]
		if !ok {
			continue
		}
		b := flightsql.NewColumnMetadataBuilder()
		b.CatalogName(catalogName).SchemaName(schema).TableName(table).TypeName(strings.ToUpper(f[2]))
		b.Precision(int32(d.Columns[i].Type.Precision)).Scale(int32(d.Columns[i].Type.Scale))
		fields[i].Nullable, fields[i].Metadata = f[1] != "NO", b.Metadata()
	}
	return arrow.NewSchema(fields, nil), nil
}
