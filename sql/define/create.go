package define

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/sql/bind"
	"gsdms/sql/parse"
)

// Reader reads what a statement declares.
type Reader struct {
	parse.Text
	Table       func(*ast.TableName) (*plan.Table, error) // finds a table that a key refers to
	CheckSchema func(*ast.TableName) error                // refuses tables of other databases

	// Condition gives the columns that the condition of a rule reads, and refuses one that a
	// rule cannot have.
	Condition func(r plan.Rule, columns []plan.Column) ([]int, error)

	// Formulas refuses columns that are computed of what they cannot be.
	Formulas func(columns []plan.Column) error

	// Parse reads what is no part of the statement.
	Parse func(text string) (ast.StmtNode, error)

	// ChecksKeys says whether the table that a foreign key refers to must be there.
	ChecksKeys bool

	// Warn is told, as a text, of what is declared and not kept.
	Warn func(text string)
}

// Definition reads CREATE TABLE; what gsdms does not have is refused with its place.
func (x Reader) Definition(n *ast.CreateTableStmt) (store.Definition, error) {
	d := store.Definition{Name: n.Table.Name.O}
	if err := x.CheckPlain(n); err != nil {
		return d, err
	}
	if err := x.addColumns(&d, n); err != nil {
		return d, err
	}
	return d, x.addRest(&d, n)
}

// addColumns adds the declared columns.
func (x Reader) addColumns(d *store.Definition, n *ast.CreateTableStmt) error {
	for _, col := range n.Cols {
		if err := x.addColumn(d, col); err != nil {
			return err
		}
	}
	return nil
}

// addRest adds keys and options, the columns being there.
func (x Reader) addRest(d *store.Definition, n *ast.CreateTableStmt) error {
	for _, k := range n.Constraints {
		if err := x.addConstraint(d, k); err != nil {
			return err
		}
	}
	for _, o := range n.Options {
		if err := x.addTableOption(d, n.Table, o); err != nil {
			return err
		}
	}
	for _, key := range d.PrimaryKey {
		d.Columns[key].Nullable = false
	}
	if err := x.settleFormulas(n.Table, d.Columns, d.PrimaryKey); err != nil {
		return err
	}
	if err := x.settleRules(parse.OwnName(n.Table), d); err != nil {
		return err
	}
	withoutImplied(d)
	return x.checkNumbered(n.Table, d.Columns, d.PrimaryKey)
}

// CheckPlain refuses the forms of CREATE TABLE other than a list of columns and a query.
func (x Reader) CheckPlain(n *ast.CreateTableStmt) error {
	if err := x.CheckSchema(n.Table); err != nil {
		return err
	}
	if len(n.Cols) == 0 && n.Select == nil {
		return x.ErrorAt(n.Table, parse.CodeNoColumns, "A table must have at least 1 column")
	}
	return nil
}

func (x Reader) addColumn(d *store.Definition, n *ast.ColumnDef) error {
	if Ordinal(d.Columns, n.Name.Name.O) >= 0 {
		return x.ErrorAt(n.Name, parse.CodeDuplicateColumn, "Duplicate column name '%s'", n.Name.Name.O)
	}
	t, err := x.columnType(n)
	if err != nil {
		return err
	}
	d.Columns = append(d.Columns, plan.Column{Name: n.Name.Name.O, Type: t, Declared: declaredName(n, t), Nullable: true})
	for _, o := range n.Options {
		if err := x.addColumnOption(d, n, o); err != nil {
			return err
		}
	}
	if added := d.Columns[len(d.Columns)-1]; !added.Nullable && added.Default != nil && added.Default.IsNull() {
		return x.ErrorAt(n.Name, parse.CodeWrongDefault, "Invalid default value for '%s': it is NOT NULL", added.Name)
	}
	return nil
}

// setDefault has a column be a constant where no other value is given.
func (x Reader) setDefault(n *ast.ColumnDef, col *plan.Column, e ast.ExprNode) error {
	v, err := bind.Const(string(x.Text), e, col.Type, nil)
	var known *parse.Error
	if errors.As(err, &known) && slices.Contains(unfit, known.Code) {
		known.Code, known.Message = parse.CodeWrongDefault, fmt.Sprintf("Invalid default value for '%s': %s", n.Name.Name.O, known.Message)
		return known
	}
	if err != nil {
		if known != nil && known.Hint == "" {
			known.Hint = "A DEFAULT is a constant, CURRENT_TIMESTAMP or (CURRENT_DATE)."
		}
		return err
	}
	col.Default, col.Formula = &v, nil
	return nil
}

// unfit are the numbers of errors that a value does not fit its column.
var unfit = []int{parse.CodeOutOfRangeColumn, parse.CodeWrongNumber, parse.CodeWrongDate, parse.CodeTooLong, fault.CodeTruncated}

// addColumnOption adds what is written behind the column that was added last.
func (x Reader) addColumnOption(d *store.Definition, n *ast.ColumnDef, o *ast.ColumnOption) error {
	last := len(d.Columns) - 1
	col := &d.Columns[last]
	switch o.Tp {
	case ast.ColumnOptionNull:
		col.Nullable = true
	case ast.ColumnOptionNotNull:
		col.Nullable = false
	case ast.ColumnOptionPrimaryKey:
		return x.setPrimaryKey(d, n.Name, []int{last})
	case ast.ColumnOptionAutoIncrement:
		return x.number(d, n)
	case ast.ColumnOptionOnUpdate:
		return x.setOwn(n, col, o.Expr, plan.UpdatesToNow)
	case ast.ColumnOptionDefaultValue:
		if wrapped, ok := o.Expr.(*ast.ParenthesesExpr); ok {
			return x.defaultTo(n, col, wrapped.Expr)
		}
		if nowKind(o.Expr) != value.Null {
			return x.setOwn(n, col, o.Expr, plan.DefaultsToNow)
		}
		return x.setDefault(n, col, o.Expr)
	case ast.ColumnOptionReference:
		return x.foreignKey(d, n.Name, "", []int{last}, o.Refer)
	case ast.ColumnOptionComment:
		col.Comment = o.Expr.(ast.ValueExpr).GetString()
		return x.checkComment(n.Name, col.Comment, 1024, parse.CodeLongColumnComment, "field '"+col.Name+"'")
	case ast.ColumnOptionCollate:
		x.collation(o.StrValue)
	case ast.ColumnOptionUniqKey:
		return x.addUnique(d, n.Name, "", []int{last})
	case ast.ColumnOptionCheck:
		return x.addCheck(d, n.Name, o.ConstraintName, o.Expr, o.Enforced)
	case ast.ColumnOptionGenerated:
		return x.generate(n, col, o)
	default:
		return x.Refuse(n.Name, "this option of column %s; it can be NOT NULL, DEFAULT, AUTO_INCREMENT, ON UPDATE, PRIMARY KEY, REFERENCES, COMMENT", col.Name)
	}
	return nil
}

func (x Reader) addConstraint(d *store.Definition, k *ast.Constraint) error {
	switch k.Tp {
	case ast.ConstraintPrimaryKey:
		keys, err := x.keyColumns(d, k.Keys)
		if err != nil {
			return err
		}
		return x.setPrimaryKey(d, k, keys)
	case ast.ConstraintForeignKey:
		keys, err := x.keyColumns(d, k.Keys)
		if err != nil {
			return err
		}
		return x.foreignKey(d, k, k.Name, keys, k.Refer)
	case ast.ConstraintKey, ast.ConstraintIndex, ast.ConstraintFulltext:
		return x.addIndex(d, k) // it is kept and none is made: who declares the table is told
	case ast.ConstraintUniq, ast.ConstraintUniqKey, ast.ConstraintUniqIndex:
		keys, err := x.keyColumns(d, k.Keys)
		if err != nil {
			return err
		}
		return x.addUnique(d, k, k.Name, keys, k.Keys...)
	case ast.ConstraintCheck:
		return x.addCheck(d, k, k.Name, k.Expr, k.Enforced)
	default:
		return x.Refuse(k, "this constraint; there are PRIMARY KEY, UNIQUE, FOREIGN KEY and CHECK")
	}
}

func (x Reader) setPrimaryKey(d *store.Definition, at ast.Node, keys []int) error {
	if len(d.PrimaryKey) > 0 {
		return x.ErrorAt(at, parse.CodeTwoPrimaryKeys, "Multiple primary key defined")
	}
	d.PrimaryKey = keys
	return nil
}

// keyColumns are the ordinals of the columns of a key.
func (x Reader) keyColumns(d *store.Definition, parts []*ast.IndexPartSpecification) ([]int, error) {
	var keys []int
	for _, p := range parts {
		if p.Column == nil || p.Length > 0 {
			return nil, x.Refuse(p, "keys on expressions or prefixes")
		}
		i := Ordinal(d.Columns, p.Column.Name.O)
		if i < 0 {
			return nil, x.ErrorAt(p.Column, parse.CodeNoKeyColumn, "Key column '%s' doesn't exist in table", p.Column.Name.O)
		}
		keys = append(keys, i)
	}
	return keys, nil
}

// orderMark begins the table comment that says how to sort the rows.
const orderMark = "ORDER BY "

// addTableOption takes the options that change nothing, and COMMENT 'ORDER BY a, b',
// which says by what columns the rows are kept sorted.
func (x Reader) addTableOption(d *store.Definition, at ast.Node, o *ast.TableOption) error {
	switch o.Tp {
	case ast.TableOptionEngine, ast.TableOptionCharset, ast.TableOptionRowFormat, ast.TableOptionAvgRowLength,
		ast.TableOptionMinRows, ast.TableOptionMaxRows, ast.TableOptionPackKeys, ast.TableOptionKeyBlockSize, ast.TableOptionCompression,
		ast.TableOptionCheckSum, ast.TableOptionTableCheckSum, ast.TableOptionDelayKeyWrite,
		ast.TableOptionStatsPersistent, ast.TableOptionStatsAutoRecalc, ast.TableOptionStatsSamplePages:
		return nil
	case ast.TableOptionEncryption:
		if !strings.EqualFold(o.StrValue, "N") {
			return x.Refuse(at, "ENCRYPTION of table %s", d.Name)
		}
		return nil
	case ast.TableOptionAutoIncrement:
		d.NextNumber = o.UintValue
		return nil
	case ast.TableOptionCollate:
		x.collation(o.StrValue)
		return nil
	case ast.TableOptionComment:
		if !orders(o.StrValue) {
			d.Comment = o.StrValue
			return x.checkComment(at, d.Comment, 2048, parse.CodeLongTableComment, "table '"+d.Name+"'")
		}
		for _, name := range strings.Split(o.StrValue[len(orderMark):], ",") {
			i := Ordinal(d.Columns, strings.TrimSpace(name))
			if i < 0 {
				return x.ErrorAt(at, parse.CodeUnknownColumn, "Unknown column '%s' in the table's order", strings.TrimSpace(name))
			}
			d.Order = append(d.Order, d.Columns[i].Name)
		}
		return nil
	default:
		return x.Refuse(at, "this option of table %s", d.Name)
	}
}

// orders says whether the comment of a table is about the order of its rows.
func orders(comment string) bool {
	return len(comment) >= len(orderMark) && strings.EqualFold(comment[:len(orderMark)], orderMark)
}

// collation takes a declared collation, which dumps of other servers have on all tables.
func (x Reader) collation(name string) {
	if !strings.HasSuffix(strings.ToLower(name), "_bin") && !strings.EqualFold(name, "binary") {
		x.Warn("Texts compare by bytes (utf8mb4_bin), not by " + name)
	}
}

// Ordinal is the place of a column by its name, -1 for none.
func Ordinal(columns []plan.Column, name string) int {
	return slices.IndexFunc(columns, func(c plan.Column) bool { return strings.EqualFold(c.Name, name) })
}

// Function gives a function as it is declared by the call's text.
func (x Reader) Function(n *parse.CreateFunction) (*bind.Function, error) {
	f := &bind.Function{Name: n.Table.Name.O, Text: string(x.Text), Body: n.Body}
	for _, p := range n.Parameters() {
		t, err := x.columnType(p)
		if err != nil {
			return nil, err
		}
		f.Params = append(f.Params, bind.Parameter{Name: p.Name.Name.O, Type: t})
	}
	var err error
	f.Returns, err = x.columnType(n.Returns())
	return f, err
}

// UnknownColumn is the error for a column that a table does not have.
func UnknownColumn(text parse.Text, n *ast.ColumnName, t *plan.Table) error {
	var names []string
	for _, col := range t.Shown() {
		names = append(names, col.Name)
	}
	return parse.Hinted(text.ErrorAt(n, parse.CodeUnknownColumn, "Unknown column '%s' in table '%s'", n.Name.O, t.Name), n.Name.O, names)
}
