package flight

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gsdms/pushscan/store"
	"gsdms/sql"
	"gsdms/sql/wire/wiretest"
)

// listed spells the rows of a command's answer, whose schema must be what was said.
func listed(t *testing.T, c *flightsql.Client, info *rpc.FlightInfo, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.DoGet(context.Background(), info.Endpoint[0].Ticket)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if said := schemaOf(t, info.Schema); !said.Equal(r.Schema()) {
		t.Errorf("said %s, sent %s", said, r.Schema())
	}
	rows, err := spell(r)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(rows, "\n")
}

// What there is: catalogs, schemas, tables and their columns, keys.
func TestWhatThereIs(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	ctx := context.Background()
	run(t, c, "CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(20))", "CREATE TABLE orders (id INT NOT NULL, line INT NOT NULL, customer INT, total DECIMAL(8,2), PRIMARY KEY (id, line), FOREIGN KEY (customer) REFERENCES customer (id))",
		"CREATE VIEW totals AS SELECT customer, SUM(total) AS sum FROM orders GROUP BY customer")
	text := func(s string) *string { return &s }
	expect := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", what, got, want)
		}
	}
	info, err := c.GetCatalogs(ctx)
	expect("catalogs", listed(t, c, info, err), "def")
	info, err = c.GetDBSchemas(ctx, &flightsql.GetDBSchemasOpts{})
	expect("schemas", listed(t, c, info, err), "def information_schema\ndef shop")
	info, err = c.GetDBSchemas(ctx, &flightsql.GetDBSchemasOpts{Catalog: text("def"), DbSchemaFilterPattern: text("sh_p")})
	expect("schemas by pattern", listed(t, c, info, err), "def shop")
	info, err = c.GetDBSchemas(ctx, &flightsql.GetDBSchemasOpts{Catalog: text("other")})
	expect("schemas of another catalog", listed(t, c, info, err), "")
	info, err = c.GetTableTypes(ctx)
	expect("types of tables", listed(t, c, info, err), "SYSTEM VIEW\nTABLE\nVIEW")
	info, err = c.GetTables(ctx, &flightsql.GetTablesOpts{DbSchemaFilterPattern: text("shop")})
	expect("tables", listed(t, c, info, err), "def shop customer TABLE\ndef shop orders TABLE\ndef shop totals VIEW")
	info, err = c.GetTables(ctx, &flightsql.GetTablesOpts{TableNameFilterPattern: text("%o%"), TableTypes: []string{"VIEW", "TABLE"}})
	expect("tables by pattern", listed(t, c, info, err), "def shop customer TABLE\ndef shop orders TABLE\ndef shop totals VIEW")
	info, err = c.GetTables(ctx, &flightsql.GetTablesOpts{TableNameFilterPattern: text("none")})
	expect("no tables", listed(t, c, info, err), "")
	of := func(table string) flightsql.TableRef { return flightsql.TableRef{Table: table} }
	info, err = c.GetPrimaryKeys(ctx, of("orders"))
	expect("primary key", listed(t, c, info, err), "def shop orders id 1 PRIMARY\ndef shop orders line 2 PRIMARY")
	const foreign = "def shop customer id def shop orders customer 1 orders_ibfk_1 PRIMARY 3 3"
	info, err = c.GetImportedKeys(ctx, of("orders"))
	expect("imported keys", listed(t, c, info, err), foreign)
	info, err = c.GetImportedKeys(ctx, of("customer"))
	expect("no imported keys", listed(t, c, info, err), "")
	info, err = c.GetExportedKeys(ctx, flightsql.TableRef{Catalog: text("def"), DBSchema: text("shop"), Table: "customer"})
	expect("exported keys", listed(t, c, info, err), foreign)
	info, err = c.GetCrossReference(ctx, of("customer"), of("orders"))
	expect("cross reference", listed(t, c, info, err), foreign)
	info, err = c.GetCrossReference(ctx, of("orders"), of("customer"))
	expect("no cross reference", listed(t, c, info, err), "")
	schemas(t, c)
}

// schemas looks at the columns of tables.
func schemas(t *testing.T, c *flightsql.Client) {
	t.Helper()
	schema := "shop"
	info, err := c.GetTables(context.Background(), &flightsql.GetTablesOpts{DbSchemaFilterPattern: &schema, IncludeSchema: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.DoGet(context.Background(), info.Endpoint[0].Ticket)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if !r.Next() || r.Record().NumRows() != 3 {
		t.Fatal(r.Err())
	}
	texts := r.Record().Column(4).(*array.Binary)
	var got []string
	for i := range 3 {
		for _, f := range schemaOf(t, texts.Value(i)).Fields() {
			kind, _ := f.Metadata.GetValue(flightsql.TypeNameKey)
			null := ""
			if !f.Nullable {
				null = " NOT NULL"
			}
			got = append(got, f.Name+" "+f.Type.String()+" "+kind+null)
		}
	}
	const want = "id int64 INT NOT NULL,name utf8 VARCHAR(20),id int64 INT NOT NULL,line int64 INT NOT NULL,customer int64 INT,total decimal(8, 2) DECIMAL(8,2),customer int64 INT,sum decimal(30, 2) DECIMAL(30,2)"
	if all := strings.Join(got, ","); all != want {
		t.Errorf("columns\n%s\nwant\n%s", all, want)
	}
}

// Types and the server itself are described.
func TestInfo(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	ctx := context.Background()
	info, err := c.GetXdbcTypeInfo(ctx, nil)
	if got := listed(t, c, info, err); strings.Count(got, "\n") != 14 || !strings.Contains(got, "\nDECIMAL 3 18 (null) (null) [\"precision\",\"scale\"] 1 false 2 false false false DECIMAL 0 18 3 (null) 10 (null)\n") {
		t.Errorf("types:\n%s", got)
	}
	number := int32(odbcVarchar)
	info, err = c.GetXdbcTypeInfo(ctx, &number)
	if got := listed(t, c, info, err); !strings.HasPrefix(got, "VARCHAR 12 65535 ' ' [\"length\"] 1 true 3 ") || strings.Contains(got, "\n") {
		t.Errorf("a type: %s", got)
	}
	info, err = c.GetSqlInfo(ctx, []flightsql.SqlInfo{flightsql.SqlInfoFlightSqlServerName, 99999, flightsql.SqlInfoDDLTable})
	if got := listed(t, c, info, err); !strings.Contains(got, "gsdms") || strings.Count(got, "\n") != 1 {
		t.Errorf("info:\n%s", got)
	}
	info, err = c.GetSqlInfo(ctx, nil)
	if got := listed(t, c, info, err); strings.Count(got, "\n") < 30 {
		t.Errorf("all info:\n%s", got)
	}
	info, err = c.GetSqlInfo(ctx, []flightsql.SqlInfo{99999})
	if got := listed(t, c, info, err); got != "" {
		t.Errorf("no info:\n%s", got)
	}
	if _, err := c.BeginTransaction(ctx); err == nil {
		t.Error("a transaction has begun")
	}
}

// Databases of further folders are schemas, whose tables are read and appended to.
func TestSchemasOfFolders(t *testing.T) {
	engine := wiretest.Open(t, sql.Config{Beside: []store.Folder{{Database: "hr", Dir: filepath.Join(t.TempDir(), "people")}}})
	c := connect(t, wiretest.Serve(t, NewServer(engine, Options{}).Serve))
	ctx := context.Background()
	run(t, c, "CREATE TABLE t (a INT PRIMARY KEY)", "CREATE TABLE hr.t (a INT PRIMARY KEY)", "CREATE VIEW hr.v AS SELECT a FROM hr.t")
	text := func(s string) *string { return &s }
	info, err := c.GetDBSchemas(ctx, &flightsql.GetDBSchemasOpts{Catalog: text("def")})
	if got := listed(t, c, info, err); got != "def hr\ndef information_schema\ndef shop" {
		t.Errorf("schemas: %s", got)
	}
	info, err = c.GetTables(ctx, &flightsql.GetTablesOpts{DbSchemaFilterPattern: text("hr"), IncludeSchema: true})
	if got := listed(t, c, info, err); !strings.HasPrefix(got, "def hr t TABLE") || !strings.Contains(got, "\ndef hr v VIEW") {
		t.Errorf("tables: %s", got)
	}
	info, err = c.GetPrimaryKeys(ctx, flightsql.TableRef{DBSchema: text("hr"), Table: "t"})
	if got := listed(t, c, info, err); got != "def hr t a 1 PRIMARY" {
		t.Errorf("keys: %s", got)
	}
	for i, path := range [][]string{{"t"}, {"hr", "t"}, {"def", "hr", "t"}, {"nowhere", "t"}} {
		b := array.NewInt64Builder(memory.DefaultAllocator)
		b.Append(int64(i))
		schema := arrow.NewSchema([]arrow.Field{field("a", arrow.PrimitiveTypes.Int64)}, nil)
		d := &rpc.FlightDescriptor{Type: rpc.DescriptorPATH, Path: path}
		_, err := ingestRecords(ctx, c, d, array.NewRecord(schema, []arrow.Array{b.NewArray()}, 1))
		if want := map[bool]codes.Code{true: codes.NotFound}[path[0] == "nowhere"]; status.Code(err) != want {
			t.Errorf("%q: %v", path, err)
		}
	}
	info, err = c.Execute(ctx, "SELECT (SELECT SUM(a) FROM t) here, SUM(a) there FROM hr.v")
	if got := listed(t, c, info, err); got != "0 3" {
		t.Errorf("sums: %s", got)
	}
}
