package flight

import (
	"context"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql/schema_ref"
)

// GetFlightInfoPrimaryKeys implements flightsql.Server.
func (s *commands) GetFlightInfoPrimaryKeys(_ context.Context, _ flightsql.TableRef, d *rpc.FlightDescriptor) (*rpc.FlightInfo, error) {
	return infoOf(schema_ref.PrimaryKeys, d, d.Cmd), nil
}

// DoGetPrimaryKeys implements flightsql.Server.
func (s *commands) DoGetPrimaryKeys(ctx context.Context, of flightsql.TableRef) (*arrow.Schema, chunks, error) {
	keys, err := s.keys(ctx)
	if err != nil {
		return nil, nil, err
	}
	var out [][]any
	for _, k := range keys {
		if !k.foreign() && k.is(of) {
			out = append(out, []any{catalogName, k.schema, k.table, k.column, k.place, k.name})
		}
	}
	return rowsOf(schema_ref.PrimaryKeys, out)
}

// GetFlightInfoExportedKeys implements flightsql.Server.
func (s *commands) GetFlightInfoExportedKeys(_ context.Context, _ flightsql.TableRef, d *rpc.FlightDescriptor) (*rpc.FlightInfo, error) {
	return infoOf(schema_ref.ExportedKeys, d, d.Cmd), nil
}

// DoGetExportedKeys implements flightsql.Server: the foreign keys that refer to a table.
func (s *commands) DoGetExportedKeys(ctx context.Context, to flightsql.TableRef) (*arrow.Schema, chunks, error) {
	return s.foreignKeys(ctx, func(k key) bool { return k.refersTo(to) })
}

// GetFlightInfoImportedKeys implements flightsql.Server.
func (s *commands) GetFlightInfoImportedKeys(_ context.Context, _ flightsql.TableRef, d *rpc.FlightDescriptor) (*rpc.FlightInfo, error) {
	return infoOf(schema_ref.ImportedKeys, d, d.Cmd), nil
}

// DoGetImportedKeys implements flightsql.Server: the foreign keys of a table.
func (s *commands) DoGetImportedKeys(ctx context.Context, of flightsql.TableRef) (*arrow.Schema, chunks, error) {
	return s.foreignKeys(ctx, func(k key) bool { return k.is(of) })
}

// GetFlightInfoCrossReference implements flightsql.Server.
func (s *commands) GetFlightInfoCrossReference(_ context.Context, _ flightsql.CrossTableRef, d *rpc.FlightDescriptor) (*rpc.FlightInfo, error) {
	return infoOf(schema_ref.CrossReference, d, d.Cmd), nil
}

// DoGetCrossReference implements flightsql.Server: the foreign keys of one table that refer to
// another.
func (s *commands) DoGetCrossReference(ctx context.Context, r flightsql.CrossTableRef) (*arrow.Schema, chunks, error) {
	return s.foreignKeys(ctx, func(k key) bool { return k.is(r.FKRef) && k.refersTo(r.PKRef) })
}

// key is a column of a primary or a foreign key, with the column that this refers to.
type key struct {
	schema, table, column, name      string
	place                            int
	otherSchema, otherTable, otherOf string
	otherName                        string // of the key that it refers to
}

func (k key) foreign() bool { return k.otherTable != "" }

// is reports whether the key is one of a table.
func (k key) is(t flightsql.TableRef) bool { return names(t, k.schema, k.table) }

// refersTo reports whether the key refers to a table.
func (k key) refersTo(t flightsql.TableRef) bool { return names(t, k.otherSchema, k.otherTable) }

func names(t flightsql.TableRef, schema, table string) bool {
	return inCatalog(t.Catalog) && (t.DBSchema == nil || *t.DBSchema == schema) && t.Table == table
}

// keys are the keys of the tables that the user sees.
func (s *commands) keys(ctx context.Context) (out []key, err error) {
	c, err := s.begin(ctx, id{})
	if err != nil {
		return nil, err
	}
	defer c.end()
	found, err := c.ask("SELECT k.TABLE_SCHEMA, k.TABLE_NAME, k.COLUMN_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION, k.REFERENCED_TABLE_SCHEMA, k.REFERENCED_TABLE_NAME, k.REFERENCED_COLUMN_NAME, r.UNIQUE_CONSTRAINT_NAME " +
		"FROM information_schema.KEY_COLUMN_USAGE k LEFT JOIN information_schema.REFERENTIAL_CONSTRAINTS r ON r.CONSTRAINT_SCHEMA = k.TABLE_SCHEMA AND r.TABLE_NAME = k.TABLE_NAME AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME ORDER BY 1, 2, 4, 5")
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		place, err := strconv.Atoi(f[4])
		if err != nil {
			return nil, err
		}
		out = append(out, key{f[0], f[1], f[2], f[3], place, f[5], f[6], f[7], f[8]})
	}
	return out, nil
}

// noAction is what becomes of a foreign key whose partner changes.
const noAction = 3

func (s *commands) foreignKeys(ctx context.Context, wanted func(key) bool) (*arrow.Schema, chunks, error) {
	keys, err := s.keys(ctx)
	if err != nil {
		return nil, nil, err
	}
	var out [][]any
	for _, k := range keys {
		if k.foreign() && wanted(k) {
			out = append(out, []any{catalogName, k.otherSchema, k.otherTable, k.otherOf, catalogName, k.schema, k.table, k.column, k.place, k.name, k.otherName, noAction, noAction})
		}
	}
	return rowsOf(schema_ref.ImportedKeys, out)
}
