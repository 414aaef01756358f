package sql

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// described is a table of information_schema: its columns and what fills it. One without
// fill is empty: there are no triggers and events.
type described struct {
	name, heads string
	fill        func(d *describer)
}

// describer fills one table of information_schema.
type describer struct {
	*grid
	session  *Session
	view     *store.View
	database string
}

// describedTables lists information_schema; a new table is a row here.
func describedTables() []described {
	return []described{
		{"CHARACTER_SETS", "CHARACTER_SET_NAME,DEFAULT_COLLATE_NAME,DESCRIPTION,MAXLEN#", (*describer).charsets},
		{"CHECK_CONSTRAINTS", "CONSTRAINT_CATALOG,CONSTRAINT_SCHEMA,CONSTRAINT_NAME,CHECK_CLAUSE", nil},
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

// describing makes a table of a database that describes the other, as it is now.
func (s *Session) describing(ctx context.Context, v *store.View, schema, name string) (*plan.Table, error) {
	tables := describedTables()
	if strings.EqualFold(schema, performanceSchema) {
		tables = performanceTables()
	}
	for _, t := range tables {
		if !strings.EqualFold(t.name, name) {
			continue
		}
		return tableOf(ctx, t.name, s.description(v, t).result())
	}
	return nil, &store.UnknownTableError{Name: strings.ToLower(schema) + "." + name}
}

// description fills a table of information_schema.
func (s *Session) description(v *store.View, t described) *grid {
	d := &describer{grid: newGrid(t.heads), session: s, view: v, database: s.engine.Database()}
	if t.fill != nil {
		t.fill(d)
	}
	return d.grid
}

// each visits the tables that can be read, and of which the session's user has something.
func (d *describer) each(f func(t *plan.Table)) {
	r := d.session.rights()
	for _, name := range d.view.Tables() {
		if !r.sees(name) {
			continue
		}
		if t, err := d.view.Table(name); err == nil {
			f(t)
		}
	}
}

func (d *describer) charsets() {
	d.add("utf8mb4", collation, "UTF-8 Unicode", 4)
	d.add("utf8mb3", "utf8mb3_bin", "UTF-8 Unicode", 3)
	d.add("binary", "binary", "Binary pseudo charset", 1)
}

// collation is how texts are compared: by their bytes.
const collation = "utf8mb4_bin"

func (d *describer) collations() {
	d.add(collation, "utf8mb4", 46, "Yes", "Yes", 1, "NO PAD")
	d.add("utf8mb3_bin", "utf8mb3", 83, "Yes", "Yes", 1, "NO PAD")
	d.add("binary", "binary", 63, "Yes", "Yes", 1, "NO PAD")
}

func (d *describer) applicability() {
	d.add(collation, "utf8mb4")
	d.add("utf8mb3_bin", "utf8mb3")
	d.add("binary", "binary")
}

func (d *describer) engines() {
	d.add(engineName, "DEFAULT", "Columns in files, scanned once for all queries", "NO", "NO", "NO")
}

func (d *describer) schemata() {
	for _, name := range []string{informationSchema, d.database} {
		d.add(catalogName, name, "utf8mb4", collation, nil, "NO")
	}
}

func (d *describer) tables() {
	for _, t := range describedTables() {
		d.add(catalogName, informationSchema, t.name, "SYSTEM VIEW", "MEMORY", 10, nil, 0, 0, 0, 0, 0, 0, nil, nil, nil, nil, nil, nil, "", "")
	}
	d.each(func(t *plan.Table) {
		d.add(append([]any{catalogName, d.database, t.Name, "BASE TABLE"}, tableFacts(t)...)...)
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
	return []any{engineName, 10, "Fixed", t.Count(), width, width * t.Count(), 0, 0, 0, next, nil, nil, nil, collation, nil, "", ""}
}

func (d *describer) columns() {
	for _, t := range describedTables() {
		for i, h := range newGrid(t.heads).heads {
			kind := plan.Type{Kind: plan.String, Name: "VARCHAR(1024)", Precision: 1024}
			if h.number {
				kind = plan.Type{Kind: plan.Int, Name: "BIGINT"}
			}
			d.column(informationSchema, t.name, i, plan.Column{Name: h.name, Type: kind, Nullable: true}, "")
		}
	}
	d.each(func(t *plan.Table) {
		for i, c := range t.Shown() {
			d.column(d.database, t.Name, i, c, shortKey(t, i))
		}
	})
	d.viewColumns()
}

func (d *describer) column(schema, table string, i int, c plan.Column, key string) {
	row := append([]any{catalogName, schema, table, c.Name, i + 1, shownDefault(c), yesNo(c.Nullable)}, factsOf(c.Type)...)
	d.add(append(row, key, extraText(c), "select,insert", "", "", nil)...)
}

// typeFacts is how many columns say what a type is: from DATA_TYPE on to the type as it is
// declared.
const typeFacts = 9

// factsOf is what these columns have.
func factsOf(t plan.Type) []any {
	kind := strings.ToLower(t.String())
	short, _, _ := strings.Cut(strings.ReplaceAll(kind, "(", " "), " ")
	var length, octets, precision, scale, fraction, charset, collate any
	switch t.Kind {
	case plan.String:
		n := t.Precision
		if n == 0 {
			n = 65535
		}
		length, octets, charset, collate = n, 4*n, "utf8mb4", collation
	case plan.Int, plan.Bool:
		precision, scale = integerDigits(short), 0
	case plan.Unsigned:
		precision, scale = 20, 0
	case plan.Decimal:
		precision, scale = t.Precision, t.Scale
	case plan.Double:
		precision = 22
	case plan.DateTime, plan.Time:
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

// shortKey is PRI for a column of the primary key and MUL for a foreign key.
func shortKey(t *plan.Table, column int) string {
	switch mark := keyMark(t, column); mark {
	case "", "PRI":
		return mark
	}
	return "MUL"
}

// key is a key of a table: the primary one or a foreign one.
type key struct {
	name    string
	columns []int
	foreign *plan.ForeignKey
}

func keysOf(t *plan.Table) (keys []key) {
	if len(t.PrimaryKey) > 0 {
		keys = append(keys, key{"PRIMARY", t.PrimaryKey, nil})
	}
	for i := range t.ForeignKeys {
		k := &t.ForeignKeys[i]
		keys = append(keys, key{fmt.Sprintf("%s_ibfk_%d", t.Name, i+1), []int{k.Column}, k})
	}
	return keys
}

func (d *describer) keyColumns() {
	d.each(func(t *plan.Table) {
		for _, k := range keysOf(t) {
			for i, c := range k.columns {
				cells := []any{catalogName, d.database, k.name, catalogName, d.database, t.Name, t.Columns[c].Name, i + 1}
				if k.foreign != nil {
					cells = append(cells, 1, d.database, k.foreign.Table, k.foreign.RefColumn)
				}
				d.add(cells...)
			}
		}
	})
}

func (d *describer) constraints() {
	d.each(func(t *plan.Table) {
		for _, k := range keysOf(t) {
			kind := "PRIMARY KEY"
			if k.foreign != nil {
				kind = "FOREIGN KEY"
			}
			d.add(catalogName, d.database, k.name, d.database, t.Name, kind, "YES")
		}
	})
}

func (d *describer) references() {
	d.each(func(t *plan.Table) {
		for _, k := range keysOf(t) {
			if k.foreign != nil {
				d.add(catalogName, d.database, k.name, catalogName, d.database, "PRIMARY", "NONE", "NO ACTION", "NO ACTION", t.Name, k.foreign.Table)
			}
		}
	})
}

func (d *describer) statistics() {
	d.each(func(t *plan.Table) {
		for _, k := range keysOf(t) {
			for i, c := range k.columns {
				d.add(catalogName, d.database, t.Name, boolInt(k.foreign != nil), d.database, k.name, i+1, t.Columns[c].Name, "A", t.Count(), nil, nil,
					strings.TrimSuffix(yesNo(t.Columns[c].Nullable), "NO"), "BTREE", "", "", "YES", nil)
			}
		}
	})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// processes lists the sessions of clients, and the one that asks: one's own for who may not
// see others.
func (d *describer) processes() {
	all := d.session.engine.clients.list()
	if d.session.client == nil {
		all = append(all, d.session)
	}
	shown, _ := d.session.visible(d.session.rights(), all)
	for _, s := range shown {
		text, since := s.active.now()
		command, state, info := "Sleep", "", any(nil)
		if text != "" {
			command, state, info = "Query", s.state(all), text
		}
		d.add(int(s.id), s.userName(), s.host(), d.database, command, int(time.Since(since).Seconds()), state, info)
	}
}
