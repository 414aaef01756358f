package sql

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/sql/account"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/scope"
	"gsdms/sql/setting"
)

// showCommand returns what runs a SHOW; a new one is a case here or a row of lists.
func showCommand(n *ast.ShowStmt) statement {
	if n.Tp == ast.ShowCreateTable {
		return showCreate{n.Table}
	}
	if n.Tp == ast.ShowCreateView {
		return showCreateView{n.Table}
	}
	if list := lists(n.Tp); list != nil {
		return showList{n, list}
	}
	return unsupported{n}
}

// lister makes the rows of a SHOW, and says which column its LIKE is about.
type lister func(c *call, n *ast.ShowStmt) (r *result.Set, like int, err error)

// showList is a SHOW that lists something, of which LIKE and WHERE take a part.
type showList struct {
	node *ast.ShowStmt
	list lister
}

func (x showList) Nature() command.Nature {
	if x.node.Tp == ast.ShowWarnings || x.node.Tp == ast.ShowErrors {
		return command.OnlyReads | command.Uncounted | command.KeepsWarnings
	}
	return command.OnlyReads | command.Uncounted
}

// permit refuses to describe a table of which the user has nothing.
func (x showList) Permit(r command.Permits) error {
	n := x.node
	if n.Table == nil || n.Tp != ast.ShowColumns && n.Tp != ast.ShowIndex {
		return nil
	}
	schema := n.Table.Schema.O
	if inform.IsSchema(schema) || schema == "" && r.Names.Describing {
		return nil
	}
	if name := n.Table.Name.O; !load.IsFileName(name) || !r.Names.IsFile(name) {
		return r.NeedAny(name)
	}
	return r.NeedGlobal(account.File)
}

func (x showList) run(ctx context.Context, c *call) (*result.Set, error) {
	if x.node.DBName != "" {
		if err := c.engine.CheckDatabase(x.node.DBName); err != nil {
			return nil, err
		}
	}
	r, like, err := x.list(c, x.node)
	if err != nil {
		return nil, err
	}
	return c.shown(ctx, x.node, r, like)
}

// lists gives what makes the rows of a SHOW, nil for one that lists nothing.
func lists(kind ast.ShowStmtType) lister {
	switch kind {
	case ast.ShowTables:
		return listTables
	case ast.ShowColumns:
		return listColumns
	case ast.ShowVariables:
		return listVariables
	case ast.ShowStatus:
		return listStatus
	case ast.ShowTableStatus:
		return listTableStatus
	case ast.ShowIndex:
		return listIndex
	case ast.ShowProcessList:
		return listProcesses
	case ast.ShowWarnings, ast.ShowErrors:
		return listWarnings
	case ast.ShowGrants:
		return listGrants
	case ast.ShowFunctionStatus:
		return listFunctions
	case ast.ShowCreateDatabase:
		return listCreateDatabase
	}
	return renamedList(kind)
}

// renamedList gives the lists that are a table of information_schema under other names, or
// have no rows.
func renamedList(kind ast.ShowStmtType) lister {
	switch kind {
	case ast.ShowDatabases:
		return fromSchema("SCHEMATA", "Database", 1)
	case ast.ShowEngines:
		return fromSchema("ENGINES", "Engine,Support,Comment,Transactions,XA,Savepoints", 0, 1, 2, 3, 4, 5)
	case ast.ShowCollation:
		return fromSchema("COLLATIONS", "Collation,Charset,Id#,Default,Compiled,Sortlen#,Pad_attribute", 0, 1, 2, 3, 4, 5, 6)
	case ast.ShowCharset:
		return fromSchema("CHARACTER_SETS", "Charset,Description,Default collation,Maxlen#", 0, 2, 1, 3)
	case ast.ShowPlugins:
		return noRows("Name,Status,Type,Library,License")
	case ast.ShowPrivileges:
		return noRows("Privilege,Context,Comment")
	case ast.ShowTriggers:
		return noRows("Trigger,Event,Table,Statement,Timing,Created,sql_mode,Definer,character_set_client,collation_connection,Database Collation")
	case ast.ShowProcedureStatus:
		return noRows("Db,Name,Type,Definer,Modified,Created,Security_type,Comment,character_set_client,collation_connection,Database Collation")
	case ast.ShowEvents:
		return noRows("Db,Name,Definer,Time zone,Type,Execute at,Interval value,Interval field,Starts,Ends,Status,Originator#,character_set_client,collation_connection,Database Collation")
	case ast.ShowMasterStatus, ast.ShowBinlogStatus:
		return noRows("File,Position#,Binlog_Do_DB,Binlog_Ignore_DB,Executed_Gtid_Set")
	case ast.ShowReplicaStatus:
		return noRows("Replica_IO_State,Source_Host,Source_User,Source_Port#,Replica_IO_Running,Replica_SQL_Running,Seconds_Behind_Source#")
	case ast.ShowProfiles:
		return noRows("Query_ID#,Duration,Query")
	case ast.ShowOpenTables:
		return noRows("Database,Table,In_use#,Name_locked#")
	}
	return nil
}

func noRows(heads string) lister {
	return func(*call, *ast.ShowStmt) (*result.Set, int, error) { return result.NewGrid(heads).Set(), 0, nil }
}

// fromSchema lists columns of a table of information_schema under the names of SHOW.
func fromSchema(table, heads string, columns ...int) lister {
	return func(c *call, _ *ast.ShowStmt) (*result.Set, int, error) {
		g := result.NewGrid(heads)
		for _, row := range c.facts().RowsOf(table).Rows {
			cells := make([]any, len(columns))
			for i, from := range columns {
				cells[i] = row[from]
			}
			g.Add(cells...)
		}
		return g.Set(), 0, nil
	}
}

// listTables is SHOW TABLES: for clients as MySQL lists them.
func listTables(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	if c.session.client == nil && n.DBName == "" {
		return inform.TablesAndRows(c.View.View, c.session.within(), n.Full), 0, nil
	}
	schema := c.listed(n)
	heads := "Tables_in_" + schema
	if n.Full {
		heads += ",Table_type"
	}
	g := result.NewGrid(heads)
	for _, name := range inform.Listed(schema) {
		g.Add(name, "BASE TABLE")
	}
	for _, row := range c.facts().RowsOf("TABLES").Rows {
		if row[1] == any(schema) {
			g.Add(row[2], row[3])
		}
	}
	slices.SortStableFunc(g.Rows, func(a, b []any) int { return cmp.Compare(a[0].(string), b[0].(string)) })
	return g.Set(), 0, nil
}

// listed is the database that a SHOW is about, as it is shown.
func (c *call) listed(n *ast.ShowStmt) string {
	schema := cmp.Or(n.DBName, c.session.database())
	if database, ok := c.engine.tablesOf(schema); ok {
		return c.engine.shownDatabase(database)
	}
	return schema
}

// listColumns is SHOW COLUMNS and DESCRIBE: for clients as MySQL lists them, else with how
// the columns are stored.
func listColumns(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	var t *plan.Table
	var err error
	schema := n.Table.Schema.O
	if schema == "" {
		schema = c.session.settings.Database
	}
	if inform.IsSchema(schema) {
		t, err = inform.Table(context.Background(), c.facts(), schema, n.Table.Name.O)
	} else {
		t, err = c.columnsNamed(n.Table)
	}
	if err != nil {
		return nil, 0, err
	}
	if err := c.checkDescribed(n, t); err != nil {
		return nil, 0, err
	}
	if c.session.client == nil && !n.Full {
		return inform.StoredColumns(t, n), 0, nil
	}
	heads := "Field,Type,Null,Key,Default,Extra"
	if n.Full {
		heads = "Field,Type,Collation,Null,Key,Default,Extra,Privileges,Comment"
	}
	g := result.NewGrid(heads)
	for i, col := range t.Shown() {
		if !inform.About(n, col) {
			continue
		}
		g.Add(inform.ColumnCells(t, i, col, n.Full)...)
	}
	return g.Set(), 0, nil
}

// checkDescribed refuses DESCRIBE of a column that the table does not have.
func (c *call) checkDescribed(n *ast.ShowStmt, t *plan.Table) error {
	var names []string
	for _, col := range t.Columns {
		if inform.About(n, col) {
			return nil
		}
		names = append(names, col.Name)
	}
	if n.Column == nil {
		return nil
	}
	name := n.Column.Name.O
	at := max(0, parse.FindWord(c.Text, name))
	return parse.Hinted(parse.ErrorAt(c.Text, at, parse.CodeUnknownColumn, "Unknown column '%s' in '%s'", name, n.Table.Name.O), name, names)
}

// listVariables is SHOW VARIABLES: the settings of gsdms, and for clients those of MySQL.
func listVariables(c *call, _ *ast.ShowStmt) (*result.Set, int, error) {
	if c.session.client == nil {
		g := result.NewGrid("Variable_name,Value,About")
		for _, v := range setting.All() {
			g.Add(v.Name, v.Get(c.session.settings), v.About)
		}
		return g.Set(), 0, nil
	}
	g := result.NewGrid("Variable_name,Value")
	g.AddPairs(c.session.settings.Pairs())
	return g.Set(), 0, nil
}

// listStatus is SHOW STATUS.
func listStatus(c *call, _ *ast.ShowStmt) (*result.Set, int, error) {
	g := result.NewGrid("Variable_name,Value")
	g.AddPairs(c.session.status())
	return g.Set(), 0, nil
}

// listTableStatus is SHOW TABLE STATUS.
func listTableStatus(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	return c.facts().TableStatus(c.listed(n)).Set(), 0, nil
}

// facts is what can be told of the catalog and the server.
func (c *call) facts() inform.Facts { return c.session.facts(c.View) }

// facts is what can be told of a view of the catalog and of the server.
func (s *Session) facts(v *scope.Views) inform.Facts {
	return inform.Facts{
		View: v.View, Database: s.engine.Database(), Rights: s.rights(), User: s.userName(), Users: s.engine.users.All(),
		Processes: s.processes, Status: s.status, Variables: s.settings.Pairs,
		Columns: func(view string) ([]plan.Column, error) {
			names := s.around(s.engine.names(context.Background(), v))
			return bind.ViewColumns(view, &ast.TableName{Name: ast.NewCIStr(view)}, names)
		},
		Function: s.engine.names(context.Background(), v).ParseFunction, Natives: s.engine.natives.Sorted(),
	}
}

// processes are the sessions of clients, and the one that asks: one's own for who may not see
// others.
func (s *Session) processes() []inform.Process {
	all := s.engine.clients.list()
	if s.client == nil {
		all = append(all, s)
	}
	shown, _ := s.visible(s.rights(), all)
	var out []inform.Process
	for _, other := range shown {
		text, since := other.active.now()
		p := inform.Process{ID: other.id, User: other.userName(), Host: other.host(), Database: s.engine.shownDatabase(other.active.database()), Text: text, Since: since}
		if text != "" {
			p.State = other.state(all)
		}
		out = append(out, p)
	}
	return out
}

// status gives what counts the server, by name.
func (s *Session) status() [][2]string {
	sessions := s.engine.clients.list()
	running := 0
	for _, other := range sessions {
		if text, _ := other.active.now(); text != "" {
			running++
		}
	}
	return [][2]string{
		{"Ssl_cipher", ""},
		{"Threads_connected", strconv.Itoa(len(sessions))},
		{"Threads_running", strconv.Itoa(running)},
		{"Uptime", strconv.Itoa(int(time.Since(s.engine.since).Seconds()))},
	}
}

// listIndex is SHOW INDEX. A view has none.
func listIndex(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	g := result.NewGrid("Table,Non_unique#,Key_name,Seq_in_index#,Column_name,Collation,Cardinality#,Sub_part#,Packed,Null,Index_type,Comment,Index_comment,Visible,Expression")
	if c.View.Query(n.Table.Name.O) != nil {
		return g.Set(), 2, c.CheckSchema(n.Table)
	}
	t, err := c.Table(n.Table)
	if err != nil {
		return nil, 0, err
	}
	for _, row := range c.facts().RowsOf("STATISTICS").Rows {
		if database, own := c.facts().Named(t.Name); row[1] == any(database) && row[2] == any(own) {
			g.Add(append([]any{row[2], row[3], row[5], row[6], row[7]}, row[8:]...)...)
		}
	}
	return g.Set(), 2, nil
}

func listProcesses(c *call, _ *ast.ShowStmt) (*result.Set, int, error) {
	g := result.NewGrid("Id#,User,Host,db,Command,Time#,State,Info")
	g.Rows = c.facts().RowsOf("PROCESSLIST").Rows
	return g.Set(), 1, nil
}

// listWarnings is SHOW WARNINGS, or SHOW ERRORS: those of the statement before.
func listWarnings(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	listed, count := c.session.warnings, "@@session.warning_count#"
	if n.Tp == ast.ShowErrors {
		listed, count = c.session.errors(), "@@session.error_count#"
	}
	if n.CountWarningsOrErrors {
		g := result.NewGrid(count)
		g.Add(len(listed))
		return g.Set(), 0, nil
	}
	g := result.NewGrid("Level,Code#,Message")
	from, to := parse.ShownPart(n, len(listed))
	for _, w := range listed[from:to] {
		g.Add(w.level, w.code, w.message)
	}
	return g.Set(), 0, nil
}

func listCreateDatabase(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	g := result.NewGrid("Database,Create Database")
	maybe := ""
	if n.IfNotExists {
		maybe = "/*!32312 IF NOT EXISTS*/ "
	}
	g.Add(n.DBName, "CREATE DATABASE "+maybe+parse.QuoteName(n.DBName)+" /*!40100 DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin */")
	return g.Set(), 0, nil
}
