package sql

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store/snapshot"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// settled is a statement that asks for what is so anyway.
type settled struct{ message string }

func (settled) Nature() command.Nature { return command.OnlyReads | command.Uncounted }

func (x settled) run(context.Context, *call) (*result.Set, error) {
	return &result.Set{Message: x.message}, nil
}

// evaluate is DO: expressions without columns, whose values nobody gets.
type evaluate struct{ node *ast.DoStmt }

func (evaluate) Nature() command.Nature { return 0 }

func (x evaluate) run(_ context.Context, c *call) (*result.Set, error) {
	for _, e := range x.node.Exprs {
		if _, err := c.Constant(e); err != nil {
			return nil, err
		}
	}
	return &result.Set{Message: "done"}, nil
}

// analyzeTables is ANALYZE TABLE: what the planner knows of a table is counted whenever the
// table is written, so it is as good as it can be.
type analyzeTables struct{ node *ast.AnalyzeTableStmt }

func (analyzeTables) Nature() command.Nature { return 0 }

func (x analyzeTables) run(_ context.Context, c *call) (*result.Set, error) {
	if x.node.HistogramOperation != ast.HistogramOperationNop || len(x.node.PartitionNames) > 0 {
		return nil, c.Refuse(x.node, "histograms and partitions of ANALYZE TABLE")
	}
	return c.upkeep("analyze", x.node.TableNames, func(string) error { return nil })
}

// optimizeTable is OPTIMIZE TABLE: the rows go back into the order of the hierarchy.
type optimizeTable struct{ node *ast.OptimizeTableStmt }

func (optimizeTable) Nature() command.Nature { return command.ChangesTables }

func (x optimizeTable) Permit(r command.Permits) error {
	return command.NeedAll(r, account.Select|account.Insert, x.node.Tables)
}

func (x optimizeTable) run(ctx context.Context, c *call) (*result.Set, error) {
	defer c.engine.changed()
	return c.upkeep("optimize", x.node.Tables, func(name string) error { return c.Catalog(name).Optimize(ctx, name) })
}

// keepTables is CHECK, CHECKSUM and REPAIR TABLE.
type keepTables struct{ node *parse.Upkeep }

func (keepTables) Nature() command.Nature { return command.OnlyReads }

func (x keepTables) Permit(r command.Permits) error {
	return command.NeedAll(r, account.Select, x.node.Tables)
}

func (x keepTables) run(ctx context.Context, c *call) (*result.Set, error) {
	switch x.node.What {
	case "checksum":
		return x.checksums(ctx, c)
	case "repair":
		return nil, c.Refuse(x.node, "REPAIR TABLE: CHECK TABLE says what is damaged, and a load or a backup has the rows")
	}
	return c.upkeep("check", x.node.Tables, func(name string) error {
		if c.View.Query(name) != nil {
			return nil
		}
		return c.View.Check(ctx, name)
	})
}

// upkeep does something to tables, all of which are there, and gives a row for each as MySQL
// does.
func (c *call) upkeep(what string, tables []*ast.TableName, do func(name string) error) (*result.Set, error) {
	for _, name := range tables {
		if c.View.Query(name.Name.O) != nil && what == "check" {
			continue
		}
		if _, err := c.Table(name); err != nil && !damaged(err) {
			return nil, err
		}
	}
	g := result.NewGrid("Table,Op,Msg_type,Msg_text")
	for _, name := range tables {
		full := c.shownTable(name.Name.O)
		err := do(name.Name.O)
		if damaged(err) {
			g.Add(full, what, "error", err.Error())
			continue
		}
		if err != nil {
			return nil, err
		}
		g.Add(full, what, "status", "OK")
	}
	return g.Set(), nil
}

// shownTable is a table's name with that of its database.
func (c *call) shownTable(name string) string {
	database, own := c.facts().Named(name)
	return database + "." + own
}

// damaged reports whether files of a table are not as they were written.
func damaged(err error) bool {
	var damage *snapshot.DamageError
	return errors.As(err, &damage)
}

// checksums is CHECKSUM TABLE: the sum of a checksum of each row, which two tables with the same
// rows have in common, whatever their order and their files.
func (x keepTables) checksums(ctx context.Context, c *call) (*result.Set, error) {
	g := result.NewGrid("Table,Checksum#")
	for _, name := range x.node.Tables {
		t, err := c.Table(name)
		if err != nil {
			return nil, err
		}
		sum, err := c.checksum(ctx, t)
		if err != nil {
			return nil, err
		}
		g.Add(c.shownTable(t.Name), sum)
	}
	return g.Set(), nil
}

func (c *call) checksum(ctx context.Context, t *plan.Table) (int, error) {
	var columns []string
	for _, column := range t.Shown() {
		columns = append(columns, "QUOTE("+parse.QuoteName(column.Name)+")")
	}
	node, err := c.engine.parsers.Parse("SELECT IFNULL(SUM(CRC32(CONCAT_WS(',', " + strings.Join(columns, ", ") + "))), 0) % 4294967296 FROM " + parse.QuoteName(t.Name))
	if err != nil {
		return 0, err
	}
	r, err := c.Queries.Query(ctx, c.Call, node)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	text, _ := r.Text(0, 0)
	return strconv.Atoi(text)
}
