package sql

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/bind"
	"gsdms/sql/parse"
)

// definition reads CREATE TABLE; what gsdms does not have is refused with its place.
func (c *call) definition(n *ast.CreateTableStmt) (store.Definition, error) {
	d := store.Definition{Name: n.Table.Name.O}
	if err := c.plainCreate(n); err != nil {
		return d, err
	}
	if err := c.addColumns(&d, n); err != nil {
		return d, err
	}
	return d, c.addRest(&d, n)
}

// addColumns adds the declared columns.
func (c *call) addColumns(d *store.Definition, n *ast.CreateTableStmt) error {
	for _, col := range n.Cols {
		if err := c.addColumn(d, col); err != nil {
			return err
		}
	}
	return nil
}

// addRest adds keys and options, the columns being there.
func (c *call) addRest(d *store.Definition, n *ast.CreateTableStmt) error {
	for _, k := range n.Constraints {
		if err := c.addConstraint(d, k); err != nil {
			return err
		}
	}
	for _, o := range n.Options {
		if err := c.addTableOption(d, n.Table, o); err != nil {
			return err
		}
	}
	for _, key := range d.PrimaryKey {
		d.Columns[key].Nullable = false
	}
	return c.checkNumbered(n.Table, d.Columns, d.PrimaryKey)
}

// plainCreate refuses the forms of CREATE TABLE other than a list of columns and a query.
func (c *call) plainCreate(n *ast.CreateTableStmt) error {
	if err := c.checkSchema(n.Table); err != nil {
		return err
	}
	switch {
	case n.TemporaryKeyword != ast.TemporaryNone:
		return c.refuseWord("TEMPORARY", "temporary tables")
	case n.ReferTable != nil:
		return c.refuse(n.ReferTable, "CREATE TABLE … LIKE")
	case n.Partition != nil:
		return c.refuseWord("PARTITION", "partitions")
	case len(n.Cols) == 0 && n.Select == nil:
		return c.errorAt(n.Table, parse.CodeNoColumns, "A table must have at least 1 column")
	}
	return nil
}

func (c *call) addColumn(d *store.Definition, n *ast.ColumnDef) error {
	if ordinal(d.Columns, n.Name.Name.O) >= 0 {
		return c.errorAt(n.Name, parse.CodeDuplicateColumn, "Duplicate column name '%s'", n.Name.Name.O)
	}
	t, err := c.columnType(n)
	if err != nil {
		return err
	}
	d.Columns = append(d.Columns, plan.Column{Name: n.Name.Name.O, Type: t, Nullable: true})
	for _, o := range n.Options {
		if err := c.addColumnOption(d, n, o); err != nil {
			return err
		}
	}
	return nil
}

// addColumnOption adds what is written behind the column that was added last.
func (c *call) addColumnOption(d *store.Definition, n *ast.ColumnDef, o *ast.ColumnOption) error {
	last := len(d.Columns) - 1
	col := &d.Columns[last]
	switch o.Tp {
	case ast.ColumnOptionNull:
		col.Nullable = true
	case ast.ColumnOptionNotNull:
		col.Nullable = false
	case ast.ColumnOptionPrimaryKey:
		return c.setPrimaryKey(d, n.Name, []int{last})
	case ast.ColumnOptionAutoIncrement:
		return c.number(d, n)
	case ast.ColumnOptionOnUpdate:
		return c.setOwn(n, col, o.Expr, plan.UpdatesToNow)
	case ast.ColumnOptionDefaultValue:
		if isNow(o.Expr) {
			return c.setOwn(n, col, o.Expr, plan.DefaultsToNow)
		}
		v, err := bind.Const(c.text, o.Expr, col.Type, nil)
		if err != nil {
			return err
		}
		col.Default = &v
	case ast.ColumnOptionReference:
		return c.addForeignKey(d, n.Name, last, o.Refer)
	case ast.ColumnOptionComment:
	case ast.ColumnOptionCollate:
		return c.checkCollation(n.Name, o.StrValue)
	default:
		return c.refuse(n.Name, "this option of column %s; it can be NOT NULL, DEFAULT, AUTO_INCREMENT, ON UPDATE, PRIMARY KEY, REFERENCES, COMMENT", col.Name)
	}
	return nil
}

func (c *call) addConstraint(d *store.Definition, k *ast.Constraint) error {
	switch k.Tp {
	case ast.ConstraintPrimaryKey:
		keys, err := c.keyColumns(d, k.Keys)
		if err != nil {
			return err
		}
		return c.setPrimaryKey(d, k, keys)
	case ast.ConstraintForeignKey:
		keys, err := c.keyColumns(d, k.Keys)
		if err != nil {
			return err
		}
		if len(keys) != 1 {
			return c.refuse(k, "foreign keys of more than one column")
		}
		return c.addForeignKey(d, k, keys[0], k.Refer)
	case ast.ConstraintKey, ast.ConstraintIndex:
		return c.refuse(k, "indexes, and needs none: leave it out")
	default:
		return c.refuse(k, "this constraint; there are PRIMARY KEY and FOREIGN KEY")
	}
}

func (c *call) setPrimaryKey(d *store.Definition, at ast.Node, keys []int) error {
	if len(d.PrimaryKey) > 0 {
		return c.errorAt(at, parse.CodeTwoPrimaryKeys, "Multiple primary key defined")
	}
	d.PrimaryKey = keys
	return nil
}

// keyColumns are the ordinals of the columns of a key.
func (c *call) keyColumns(d *store.Definition, parts []*ast.IndexPartSpecification) ([]int, error) {
	var keys []int
	for _, p := range parts {
		if p.Column == nil || p.Length > 0 {
			return nil, c.refuse(p, "keys on expressions or prefixes")
		}
		i := ordinal(d.Columns, p.Column.Name.O)
		if i < 0 {
			return nil, c.errorAt(p.Column, parse.CodeNoKeyColumn, "Key column '%s' doesn't exist in table", p.Column.Name.O)
		}
		keys = append(keys, i)
	}
	return keys, nil
}

func (c *call) addForeignKey(d *store.Definition, at ast.Node, column int, r *ast.ReferenceDef) error {
	if r.OnDelete != nil && !restricts(r.OnDelete.ReferOpt) || r.OnUpdate != nil && !restricts(r.OnUpdate.ReferOpt) {
		return c.refuse(at, "ON DELETE and ON UPDATE actions")
	}
	t, err := c.table(r.Table)
	if err != nil {
		return err
	}
	k := plan.ForeignKey{Column: column, Table: t.Name}
	switch {
	case len(r.IndexPartSpecifications) == 1 && r.IndexPartSpecifications[0].Column != nil:
		k.RefColumn = r.IndexPartSpecifications[0].Column.Name.O
	case len(r.IndexPartSpecifications) == 0 && len(t.PrimaryKey) == 1:
		k.RefColumn = t.Columns[t.PrimaryKey[0]].Name
	default:
		return c.refuse(at, "foreign keys of more than one column")
	}
	i := ordinal(t.Shown(), k.RefColumn)
	if i < 0 || len(t.PrimaryKey) != 1 || t.PrimaryKey[0] != i {
		return c.errorAt(at, parse.CodeNoReferencedKey, "a foreign key must refer to the primary key, and %s.%s is not that of its table", t.Name, k.RefColumn)
	}
	k.RefColumn = t.Columns[i].Name
	d.ForeignKeys = append(d.ForeignKeys, k)
	return nil
}

func restricts(o ast.ReferOptionType) bool {
	return o == ast.ReferOptionNoOption || o == ast.ReferOptionRestrict || o == ast.ReferOptionNoAction
}

// orderMark begins the table comment that says how to sort the rows.
const orderMark = "ORDER BY "

// addTableOption takes the options that change nothing, and COMMENT 'ORDER BY a, b',
// which says by what columns the rows are kept sorted.
func (c *call) addTableOption(d *store.Definition, at ast.Node, o *ast.TableOption) error {
	switch o.Tp {
	case ast.TableOptionEngine, ast.TableOptionCharset:
		return nil
	case ast.TableOptionAutoIncrement:
		d.NextNumber = o.UintValue
		return nil
	case ast.TableOptionCollate:
		return c.checkCollation(at, o.StrValue)
	case ast.TableOptionComment:
		if len(o.StrValue) < len(orderMark) || !strings.EqualFold(o.StrValue[:len(orderMark)], orderMark) {
			return nil
		}
		for _, name := range strings.Split(o.StrValue[len(orderMark):], ",") {
			i := ordinal(d.Columns, strings.TrimSpace(name))
			if i < 0 {
				return c.errorAt(at, parse.CodeUnknownColumn, "Unknown column '%s' in the table's order", strings.TrimSpace(name))
			}
			d.Order = append(d.Order, d.Columns[i].Name)
		}
		return nil
	default:
		return c.refuse(at, "this option of table %s", d.Name)
	}
}

func (c *call) checkCollation(at ast.Node, name string) error {
	if strings.HasSuffix(strings.ToLower(name), "_bin") || strings.EqualFold(name, "binary") {
		return nil
	}
	return c.refuse(at, "collation %s; text compares by bytes (utf8mb4_bin)", name)
}

func ordinal(columns []plan.Column, name string) int {
	return slices.IndexFunc(columns, func(c plan.Column) bool { return strings.EqualFold(c.Name, name) })
}
