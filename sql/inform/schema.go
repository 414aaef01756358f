package inform

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"strings"
	"time"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/account"
	"gsdms/sql/bind"
	"gsdms/sql/define"
	"gsdms/sql/result"
	"gsdms/sql/setting"
)

// described is a table of information_schema: its columns and what fills it. One without
// fill is empty: there are no triggers and events.
type described struct {
	Name, heads string
	fill        func(d *describer)
}

// Facts is what the tables tell of, as who asks may see it.
type Facts struct {
	View     *store.View
	Database string // the name that is shown of the one without a name
	Rights   account.Rights
	User     string                  // who asks
	Users    map[string]account.User // all, by name

	Processes         func() []Process   // the sessions that may be seen
	Status, Variables func() [][2]string // by name
	Columns           func(view string) ([]plan.Column, error)
	Function          func(*roster.Function) (*bind.Function, error)
	Natives           []plan.Native // of the program
}

// Process is a session as SHOW PROCESSLIST has it.
type Process struct {
	ID         uint32
	User, Host string
	Database   string    // that names without one are of
	Text       string    // of the statement that runs, "" for none
	State      string    // of the statement
	Since      time.Time // when it began, or the last one ended
}

// describer fills one table of information_schema.
type describer struct {
	*result.Grid
	Facts
}

// describedTables lists information_schema; a new table is a row here.
func describedTables() []described {
	return []described{
		{"CHARACTER_SETS", "CHARACTER_SET_NAME,DEFAULT_COLLATE_NAME,DESCRIPTION,MAXLEN#", (*describer).charsets},
		{"CHECK_CONSTRAINTS", "CONSTRAINT_CATALOG,CONSTRAINT_SCHEMA,CONSTRAINT_NAME,CHECK_CLAUSE", (*describer).checks},
		{"COLLATIONS", "COLLATION_NAME,CHARACTER_SET_NAME,ID#,IS_DEFAULT,IS_COMPILED,SORTLEN#,PAD_ATTRIBUTE", (*describer).collations},
		{"COLLATION_CHARACTER_SET_APPLICABILITY", "COLLATION_NAME,CHARACTER_SET_NAME", (*describer).applicability},
		{"COLUMNS", columnHeads, (*describer).columns},
		{"COLUMN_STATISTICS", "SCHEMA_NAME,TABLE_NAME,COLUMN_NAME,HISTOGRAM", nil},
		{"COLUMN_PRIVILEGES", "GRANTEE,TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,PRIVILEGE_TYPE,IS_GRANTABLE", nil},
		{"ENGINES", "ENGINE,SUPPORT,COMMENT,TRANSACTIONS,XA,SAVEPOINTS", (*describer).engines},
		{"EVENTS", "EVENT_CATALOG,EVENT_SCHEMA,EVENT_NAME,DEFINER,TIME_ZONE,EVENT_BODY,EVENT_DEFINITION,EVENT_TYPE,EXECUTE_AT,INTERVAL_VALUE,INTERVAL_FIELD,SQL_MODE,STARTS,ENDS,STATUS,ON_COMPLETION,CREATED,LAST_ALTERED,LAST_EXECUTED,EVENT_COMMENT,ORIGINATOR#,CHARACTER_SET_CLIENT,COLLATION_CONNECTION,DATABASE_COLLATION", nil},
		{"FILES", "FILE_ID#,FILE_NAME,FILE_TYPE,TABLESPACE_NAME,TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,LOGFILE_GROUP_NAME,LOGFILE_GROUP_NUMBER#,ENGINE,FREE_EXTENTS#,TOTAL_EXTENTS#,EXTENT_SIZE#,INITIAL_SIZE#,MAXIMUM_SIZE#,AUTOEXTEND_SIZE#,DATA_FREE#,STATUS,EXTRA", nil},
		{"INNODB_TRX", "trx_id#,trx_state,trx_started,trx_requested_lock_id,trx_wait_started,trx_weight#,trx_mysql_thread_id#,trx_query,trx_isolation_level", nil},
		{"KEYWORDS", "WORD,RESERVED#", (*describer).keywords},
		{"KEY_COLUMN_USAGE", "CONSTRAINT_CATALOG,CONSTRAINT_SCHEMA,CONSTRAINT_NAME,TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,ORDINAL_POSITION#,POSITION_IN_UNIQUE_CONSTRAINT#,REFERENCED_TABLE_SCHEMA,REFERENCED_TABLE_NAME,REFERENCED_COLUMN_NAME", (*describer).keyColumns},
		{"PARAMETERS", "SPECIFIC_CATALOG,SPECIFIC_SCHEMA,SPECIFIC_NAME,ORDINAL_POSITION#,PARAMETER_MODE,PARAMETER_NAME,DATA_TYPE,CHARACTER_MAXIMUM_LENGTH#,CHARACTER_OCTET_LENGTH#,NUMERIC_PRECISION#,NUMERIC_SCALE#,DATETIME_PRECISION#,CHARACTER_SET_NAME,COLLATION_NAME,DTD_IDENTIFIER,ROUTINE_TYPE", (*describer).parameters},
		{"PARTITIONS", "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,PARTITION_NAME,SUBPARTITION_NAME,PARTITION_ORDINAL_POSITION#,SUBPARTITION_ORDINAL_POSITION#,PARTITION_METHOD,SUBPARTITION_METHOD,PARTITION_EXPRESSION,SUBPARTITION_EXPRESSION,PARTITION_DESCRIPTION,TABLE_ROWS#,AVG_ROW_LENGTH#,DATA_LENGTH#,MAX_DATA_LENGTH#,INDEX_LENGTH#,DATA_FREE#,CREATE_TIME,UPDATE_TIME,CHECK_TIME,CHECKSUM#,PARTITION_COMMENT,NODEGROUP,TABLESPACE_NAME", nil},
		{"PLUGINS", "PLUGIN_NAME,PLUGIN_VERSION,PLUGIN_STATUS,PLUGIN_TYPE,PLUGIN_TYPE_VERSION,PLUGIN_LIBRARY,PLUGIN_LIBRARY_VERSION,PLUGIN_AUTHOR,PLUGIN_DESCRIPTION,PLUGIN_LICENSE,LOAD_OPTION", nil},
		{"PROCESSLIST", "ID#,USER,HOST,DB,COMMAND,TIME#,STATE,INFO", (*describer).processes},
		{"REFERENTIAL_CONSTRAINTS", "CONSTRAINT_CATALOG,CONSTRAINT_SCHEMA,CONSTRAINT_NAME,UNIQUE_CONSTRAINT_CATALOG,UNIQUE_CONSTRAINT_SCHEMA,UNIQUE_CONSTRAINT_NAME,MATCH_OPTION,UPDATE_RULE,DELETE_RULE,TABLE_NAME,REFERENCED_TABLE_NAME", (*describer).references},
		{"ROUTINES", "SPECIFIC_NAME,ROUTINE_CATALOG,ROUTINE_SCHEMA,ROUTINE_NAME,ROUTINE_TYPE,DATA_TYPE,CHARACTER_MAXIMUM_LENGTH#,CHARACTER_OCTET_LENGTH#,NUMERIC_PRECISION#,NUMERIC_SCALE#,DATETIME_PRECISION#,CHARACTER_SET_NAME,COLLATION_NAME,DTD_IDENTIFIER,ROUTINE_BODY,ROUTINE_DEFINITION,EXTERNAL_NAME,EXTERNAL_LANGUAGE,PARAMETER_STYLE,IS_DETERMINISTIC,SQL_DATA_ACCESS,SQL_PATH,SECURITY_TYPE,CREATED,LAST_ALTERED,SQL_MODE,ROUTINE_COMMENT,DEFINER,CHARACTER_SET_CLIENT,COLLATION_CONNECTION,DATABASE_COLLATION", (*describer).routines},
		{"SCHEMATA", "CATALOG_NAME,SCHEMA_NAME,DEFAULT_CHARACTER_SET_NAME,DEFAULT_COLLATION_NAME,SQL_PATH,DEFAULT_ENCRYPTION", (*describer).schemata},
		{"SCHEMA_PRIVILEGES", "GRANTEE,TABLE_CATALOG,TABLE_SCHEMA,PRIVILEGE_TYPE,IS_GRANTABLE", (*describer).schemaPrivileges},
		{"STATISTICS", "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,NON_UNIQUE#,INDEX_SCHEMA,INDEX_NAME,SEQ_IN_INDEX#,COLUMN_NAME,COLLATION,CARDINALITY#,SUB_PART#,PACKED,NULLABLE,INDEX_TYPE,COMMENT,INDEX_COMMENT,IS_VISIBLE,EXPRESSION", (*describer).statistics},
		{"TABLES", tableHeads, (*describer).tables},
		{"TABLE_CONSTRAINTS", "CONSTRAINT_CATALOG,CONSTRAINT_SCHEMA,CONSTRAINT_NAME,TABLE_SCHEMA,TABLE_NAME,CONSTRAINT_TYPE,ENFORCED", (*describer).constraints},
		{"TABLE_PRIVILEGES", "GRANTEE,TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,PRIVILEGE_TYPE,IS_GRANTABLE", (*describer).tablePrivileges},
		{"TRIGGERS", "TRIGGER_CATALOG,TRIGGER_SCHEMA,TRIGGER_NAME,EVENT_MANIPULATION,EVENT_OBJECT_CATALOG,EVENT_OBJECT_SCHEMA,EVENT_OBJECT_TABLE,ACTION_ORDER#,ACTION_CONDITION,ACTION_STATEMENT,ACTION_ORIENTATION,ACTION_TIMING,ACTION_REFERENCE_OLD_TABLE,ACTION_REFERENCE_NEW_TABLE,ACTION_REFERENCE_OLD_ROW,ACTION_REFERENCE_NEW_ROW,CREATED,SQL_MODE,DEFINER,CHARACTER_SET_CLIENT,COLLATION_CONNECTION,DATABASE_COLLATION", nil},
		{"USER_PRIVILEGES", "GRANTEE,TABLE_CATALOG,PRIVILEGE_TYPE,IS_GRANTABLE", (*describer).userPrivileges},
		{"VIEWS", "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,VIEW_DEFINITION,CHECK_OPTION,IS_UPDATABLE,DEFINER,SECURITY_TYPE", (*describer).views},
	}
}

const (
	columnHeads = "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,ORDINAL_POSITION#,COLUMN_DEFAULT,IS_NULLABLE,DATA_TYPE,CHARACTER_MAXIMUM_LENGTH#,CHARACTER_OCTET_LENGTH#,NUMERIC_PRECISION#,NUMERIC_SCALE#,DATETIME_PRECISION#,CHARACTER_SET_NAME,COLLATION_NAME,COLUMN_TYPE,COLUMN_KEY,EXTRA,PRIVILEGES,COLUMN_COMMENT,GENERATION_EXPRESSION,SRS_ID#"
	tableHeads  = "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,TABLE_TYPE,ENGINE,VERSION#,ROW_FORMAT,TABLE_ROWS#,AVG_ROW_LENGTH#,DATA_LENGTH#,MAX_DATA_LENGTH#,INDEX_LENGTH#,DATA_FREE#,AUTO_INCREMENT#,CREATE_TIME,UPDATE_TIME,CHECK_TIME,TABLE_COLLATION,CHECKSUM#,CREATE_OPTIONS,TABLE_COMMENT"
	catalogName = "def"
)

// Table makes a table of a database that describes the other, as it is now.
func Table(ctx context.Context, f Facts, schema, name string) (*plan.Table, error) {
	d, _ := findDatabase(schema)
	if err := d.mayRead(f.Rights, name); err != nil {
		return nil, err
	}
	for _, t := range d.tables() {
		if !strings.EqualFold(t.Name, name) {
			continue
		}
		rows := f.filled(t).Set()
		for i, c := range rows.Columns {
			rows.Columns[i].Type = comparing(c)
		}
		return TableOf(ctx, t.Name, rows)
	}
	return nil, &store.UnknownTableError{Name: strings.ToLower(schema) + "." + name}
}

// comparing is the type of a column, of which texts compare without regard to case but names of
// tables, which may differ in nothing else.
func comparing(c plan.Output) plan.Type {
	if c.Type.Kind != plan.String || strings.HasSuffix(strings.ToUpper(c.Name), "TABLE_NAME") {
		return c.Type
	}
	return plan.Type{Kind: plan.String, Name: value.CaselessName}
}

// filled is a table with its rows.
func (f Facts) filled(t described) *result.Grid {
	d := &describer{Grid: result.NewGrid(t.heads), Facts: f}
	if t.fill != nil {
		t.fill(d)
	}
	return d.Grid
}

// RowsOf fills a table of information_schema by its name.
func (f Facts) RowsOf(table string) *result.Grid {
	for _, t := range describedTables() {
		if t.Name == table {
			return f.filled(t)
		}
	}
	return &result.Grid{}
}

// Named is how a table, a view or a function is shown: its database and its name there.
func (f Facts) Named(name string) (database, own string) {
	database, own = roster.Split(name, f.View.Databases())
	return cmp.Or(database, f.Database), own
}

// each visits the tables that can be read, and of which the user has something.
func (f Facts) each(visit func(t *plan.Table)) {
	for _, name := range f.View.Tables() {
		if !f.Rights.Sees(name) {
			continue
		}
		if t, err := f.View.Table(name); err == nil {
			visit(t)
		}
	}
}

// of is the database of a table, as it is shown.
func (f Facts) of(t *plan.Table) string { return cmp.Or(t.Database, f.Database) }

func (d *describer) charsets() {
	d.Add("utf8mb4", Collation, "UTF-8 Unicode", 4)
	d.Add("utf8mb3", "utf8mb3_bin", "UTF-8 Unicode", 3)
	d.Add("binary", "binary", "Binary pseudo charset", 1)
}

// Collation is how texts are compared: by their bytes.
const Collation = "utf8mb4_bin"

func (d *describer) collations() {
	d.Add(Collation, "utf8mb4", 46, "Yes", "Yes", 1, "NO PAD")
	d.Add("utf8mb3_bin", "utf8mb3", 83, "Yes", "Yes", 1, "NO PAD")
	d.Add("binary", "binary", 63, "Yes", "Yes", 1, "NO PAD")
}

func (d *describer) applicability() {
	d.Add(Collation, "utf8mb4")
	d.Add("utf8mb3_bin", "utf8mb3")
	d.Add("binary", "binary")
}

func (d *describer) engines() {
	d.Add(setting.StorageEngine, "DEFAULT", "Columns in files, scanned once for all queries", "NO", "NO", "NO")
}

func (d *describer) schemata() {
	names := []string{informationSchema, d.Database}
	for _, name := range d.View.Databases() {
		if d.Rights.SeesDatabase(name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		d.Add(catalogName, name, "utf8mb4", Collation, nil, "NO")
	}
}

func (d *describer) tables() {
	for _, t := range describedTables() {
		d.Add(catalogName, informationSchema, t.Name, "SYSTEM VIEW", "MEMORY", 10, nil, 0, 0, 0, 0, 0, 0, nil, nil, nil, nil, nil, nil, "", "")
	}
	d.each(func(t *plan.Table) {
		d.Add(append([]any{catalogName, d.of(t), t.Own(), "BASE TABLE"}, tableFacts(t)...)...)
	})
	d.viewTables()
}

// tableFacts is what TABLES and SHOW TABLE STATUS say of a table besides its name.
func tableFacts(t *plan.Table) []any {
	width := 0
	for _, c := range t.Shown() {
		width += c.Storage.Width
	}
	var next any
	if t.NextNumber > 0 {
		next = int(min(t.NextNumber, math.MaxInt64))
	}
	return []any{setting.StorageEngine, 10, "Fixed", t.Count(), width, width * t.Count(), 0, 0, 0, next, nil, nil, nil, Collation, nil, "", t.Comment}
}

func (d *describer) columns() {
	for _, t := range describedTables() {
		for i, h := range result.NewGrid(t.heads).Heads {
			kind := plan.Type{Kind: plan.String, Name: "VARCHAR(1024)", Precision: 1024}
			if h.Number {
				kind = plan.Type{Kind: plan.Int, Name: "BIGINT"}
			}
			d.column(informationSchema, t.Name, i, plan.Column{Name: h.Name, Type: kind, Nullable: true}, "")
		}
	}
	d.each(func(t *plan.Table) {
		for i, c := range t.Shown() {
			d.column(d.of(t), t.Own(), i, c, define.ShortKey(t, i))
		}
	})
	d.viewColumns()
}

func (d *describer) column(schema, table string, i int, c plan.Column, key string) {
	row := append([]any{catalogName, schema, table, c.Name, i + 1, define.ShownDefault(c), yesNo(c.Nullable)}, factsOf(c.Type, c.Declared)...)
	expression := ""
	if c.Generated() {
		expression = define.Listed(c.Formula.Text)
	}
	d.Add(append(row, key, define.Extra(c), privileges, c.Comment, expression, nil)...)
}

// privileges are what may be done with a column.
const privileges = "select,insert,update,references"

// typeFacts is how many columns say what a type is: from DATA_TYPE on to the type as it is
// declared.
const typeFacts = 9

// textRoom is how many bytes texts of a type have in MySQL.
var textRoom = map[string]int{
	"tinytext": 1<<8 - 1, "text": 1<<16 - 1, "mediumtext": 1<<24 - 1, "longtext": 1<<32 - 1,
	"tinyblob": 1<<8 - 1, "blob": 1<<16 - 1, "mediumblob": 1<<24 - 1, "longblob": 1<<32 - 1,
}

// factsOf is what these columns have; declared is the name that was declared for a type that is stored as
// another one.
func factsOf(t plan.Type, declared string) []any {
	kind := cmp.Or(declared, t.Lower())
	short, _, _ := strings.Cut(strings.ReplaceAll(kind, "(", " "), " ")
	var length, octets, precision, scale, fraction, charset, collate any
	switch {
	case short == "json" || short == "year":
	case short == "bit":
		precision = bits.Len64(uint64(t.Max))
	case t.Kind == plan.String:
		n := t.Length()
		room := textRoom[short]
		if n == 0 {
			n = cmp.Or(room, 65535)
		}
		if length, octets, charset, collate = n, 4*n, "utf8mb4", Collation; t.Bytes() {
			octets, charset, collate = n, nil, nil
		} else if room > 0 {
			octets = n
		}
	case t.Kind == plan.Int || t.Kind == plan.Bool:
		precision, scale = integerDigits(short), 0
	case t.Kind == plan.Unsigned:
		precision, scale = 20, 0
	case t.Kind == plan.Decimal:
		precision, scale = t.Precision, t.Scale
	case t.Kind == plan.Double:
		if precision = 22; short == "float" {
			precision = 12
		}
		if digits, after, fixed := t.Fixed(); fixed {
			precision, scale = digits, after
		}
	case t.Kind == plan.DateTime || t.Kind == plan.Time:
		fraction = t.Scale
	}
	return []any{short, length, octets, precision, scale, fraction, charset, collate, kind}
}

// integerDigits is how many digits an integer type has.
func integerDigits(name string) int {
	switch name {
	case "tinyint", "bool":
		return 3
	case "smallint":
		return 5
	case "mediumint":
		return 7
	case "int":
		return 10
	}
	return 19
}

// processes lists the sessions.
func (d *describer) processes() {
	for _, p := range d.Processes() {
		command, state, info := "Sleep", "", any(nil)
		if p.Text != "" {
			command, state, info = "Query", p.State, p.Text
		}
		d.Add(int(p.ID), p.User, p.Host, p.Database, command, int(time.Since(p.Since).Seconds()), state, info)
	}
}
