package show

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store/roster"
	"gsdms/sql/account"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/setting"
)

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
		for _, row := range c.Facts.RowsOf(table).Rows {
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
	if !c.Client && n.DBName == "" {
		return inform.TablesAndRows(c.View.View, c.Names.Database, n.Full), 0, nil
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
	for _, row := range c.Facts.RowsOf("TABLES").Rows {
		if row[1] == any(schema) {
			g.Add(row[2], row[3])
		}
	}
	slices.SortStableFunc(g.Rows, func(a, b []any) int { return cmp.Compare(a[0].(string), b[0].(string)) })
	return g.Set(), 0, nil
}

// listed is the database that a SHOW is about, as it is shown.
func (c *call) listed(n *ast.ShowStmt) string {
	schema := cmp.Or(n.DBName, c.database())
	if database, ok := c.Queries.Database(schema); ok {
		return cmp.Or(database, c.Facts.Database)
	}
	return schema
}

// listVariables is SHOW VARIABLES: the settings of gsdms, and for clients those of MySQL.
func listVariables(c *call, _ *ast.ShowStmt) (*result.Set, int, error) {
	if !c.Client {
		g := result.NewGrid("Variable_name,Value,About")
		for _, v := range setting.All() {
			g.Add(v.Name, v.Get(c.Settings), v.About)
		}
		return g.Set(), 0, nil
	}
	g := result.NewGrid("Variable_name,Value")
	g.AddPairs(c.Settings.Pairs())
	return g.Set(), 0, nil
}

// listStatus is SHOW STATUS.
func listStatus(c *call, _ *ast.ShowStmt) (*result.Set, int, error) {
	g := result.NewGrid("Variable_name,Value")
	g.AddPairs(c.Facts.Status())
	return g.Set(), 0, nil
}

// listTableStatus is SHOW TABLE STATUS.
func listTableStatus(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	return c.Facts.TableStatus(c.listed(n)).Set(), 0, nil
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
	for _, row := range c.Facts.RowsOf("STATISTICS").Rows {
		if database, own := c.Facts.Named(t.Name); row[1] == any(database) && row[2] == any(own) {
			g.Add(append([]any{row[2], row[3], row[5], row[6], row[7]}, row[8:]...)...)
		}
	}
	return g.Set(), 2, nil
}

func listProcesses(c *call, _ *ast.ShowStmt) (*result.Set, int, error) {
	g := result.NewGrid("Id#,User,Host,db,Command,Time#,State,Info")
	g.Rows = c.Facts.RowsOf("PROCESSLIST").Rows
	return g.Set(), 1, nil
}

// listWarnings is SHOW WARNINGS, or SHOW ERRORS: those of the statement before.
func listWarnings(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	listed, count := c.Warnings, "@@session.warning_count#"
	if n.Tp == ast.ShowErrors {
		listed, count = Errors(c.Warnings), "@@session.error_count#"
	}
	if n.CountWarningsOrErrors {
		g := result.NewGrid(count)
		g.Add(len(listed))
		return g.Set(), 0, nil
	}
	g := result.NewGrid("Level,Code#,Message")
	from, to := parse.ShownPart(n, len(listed))
	for _, w := range listed[from:to] {
		g.Add(w.Level, w.Code, w.Message)
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

// listFunctions is SHOW FUNCTION STATUS.
func listFunctions(c *call, _ *ast.ShowStmt) (*result.Set, int, error) {
	g := result.NewGrid("Db,Name,Type,Definer,Modified,Created,Security_type,Comment,character_set_client,collation_connection,Database Collation")
	for _, f := range c.Names.Natives.Sorted() {
		name, _, _ := f.Signature()
		g.Add(c.Facts.Database, name, "FUNCTION", "", nil, nil, "INVOKER", "a function of the program", "utf8mb4", inform.Collation, inform.Collation)
	}
	inform.FunctionsFor(c.Names.Rights, c.View.View, func(f *roster.Function) {
		database, own := c.Facts.Named(f.Name)
		g.Add(database, own, "FUNCTION", "", nil, nil, "DEFINER", "", "utf8mb4", inform.Collation, inform.Collation)
	})
	return g.Set(), 1, nil
}

// listGrants is SHOW GRANTS: one's own, and those of others for who manages users.
func listGrants(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	name, host, _ := strings.Cut(c.Who, "@")
	all := account.Everything()
	switch own := c.Names.Rights; {
	case n.User != nil && !n.User.CurrentUser && (n.User.Username != name || own.All()):
		if err := c.Caller.MayManage(c.Text); err != nil {
			return nil, 0, err
		}
		name, host = n.User.Username, "%"
		u, ok := c.Caller.Users.Find(name)
		if !ok {
			return nil, 0, parse.ErrorAt(c.Text, -1, parse.CodeNoSuchGrant, "There is no such grant defined for user '%s' on host '%%'", name)
		}
		all = u.Granted()
	case !own.All():
		all, host = own.Grants, "%"
	}
	g := result.NewGrid("Grants for " + name + "@" + host)
	for _, line := range all.Lines(c.Facts.Named, parse.QuoteName(name)+"@"+parse.QuoteName(host)) {
		g.Add(line)
	}
	return g.Set(), 0, nil
}
