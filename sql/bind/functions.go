package bind

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/sql/parse"
)

// Function is a function of the catalog: an expression of its parameters.
type Function struct {
	Name    string
	Text    string // of the statement that makes it
	Params  []Parameter
	Returns plan.Type
	Body    ast.ExprNode // parsed from Text
}

// Parameter is a name in a function's body, and the type of what it stands for.
type Parameter struct {
	Name string
	Type plan.Type
}

// Functions is a catalog that has functions.
type Functions interface {
	// StoredFunction finds a function by name in any case, nil if there is none. inView says
	// that a view or another function names it, not the statement itself, whose right to do so
	// is checked.
	StoredFunction(name string, inView bool) (*Function, error)
	// FunctionNames lists them.
	FunctionNames() []string
}

// maxExpanded is how many calls a statement can have, those within functions included, and
// maxFunctions how deep functions can call each other.
const (
	maxExpanded  = 10000
	maxFunctions = 64
)

// expansion is what all binders of a statement know of the functions in it.
type expansion struct {
	open  []string // functions around what is being bound, in lower case
	count int
}

// Stored binds a call of a function of the catalog: its body takes the place of the call, and
// the arguments, as values of the declared types, that of its parameters.
func (b *binder) Stored(n *ast.FuncCallExpr, args []plan.Expr) (plan.Expr, error) {
	name := strings.ToUpper(n.FnName.L)
	if slices.Contains(b.functions.open, n.FnName.L) {
		return nil, b.Errorf(parse.CodeFunctionRecursion, "Recursive stored functions are not allowed: %s calls itself", n.FnName.O)
	}
	c, ok := b.catalog.(Functions)
	if !ok {
		return nil, b.noFunction(name, typing.Functions())
	}
	f, err := c.StoredFunction(n.FnName.O, b.inView)
	if err != nil {
		refused := parse.AsError("", err)
		return nil, b.Errorf(refused.Code, "%s", refused.Message)
	}
	if f == nil {
		return nil, b.noFunction(name, append(typing.Functions(), c.FunctionNames()...))
	}
	if err := b.counted(f.Name, len(f.Params), len(args)); err != nil {
		return nil, err
	}
	if err := b.open(f.Name); err != nil {
		return nil, err
	}
	defer b.close()
	e, err := b.expanded(f, args)
	return b.Bounded(e, err)
}

// otherFunctions are functions of other dialects, and what to write instead.
var otherFunctions = map[string]string{
	"STRING_AGG": "GROUP_CONCAT(x ORDER BY y SEPARATOR ',') puts the texts of a group together.",
	"LISTAGG":    "GROUP_CONCAT(x ORDER BY y SEPARATOR ',') puts the texts of a group together.",
	"ARRAY_AGG":  "JSON_ARRAYAGG(x) gives the values of a group.",
	"NVL":        "IFNULL(x, y) gives y where x is NULL.",
	"DATE_TRUNC": "DATE_FORMAT(x, '%Y-%m-01') gives the first day of the month; DATE(x), YEAR(x), x - INTERVAL WEEKDAY(x) DAY others.",
	"DATE_PART":  "EXTRACT(unit FROM x) gives a part of a date.",
	"TO_CHAR":    "DATE_FORMAT(x, format) and FORMAT(x, digits) give texts.",
	"TO_DATE":    "STR_TO_DATE(x, format) gives a date.",
	"LEN":        "CHAR_LENGTH(x) counts characters, LENGTH(x) bytes.",
	"GETDATE":    "NOW() is the time of the statement.",
	"SPLIT_PART": "SUBSTRING_INDEX(SUBSTRING_INDEX(x, ',', n), ',', -1) gives part n.",
	"IIF":        "IF(condition, x, y) gives one of two values.",
	"COUNT_IF":   "SUM(condition) counts the rows for which it is true.",
	"COUNTIF":    "SUM(condition) counts the rows for which it is true.",
}

// noFunction is the error of a name that no function has.
func (b *binder) noFunction(name string, known []string) error {
	e := parse.Hinted(b.Errorf(parse.CodeNoFunction, "FUNCTION %s does not exist or is not supported", name), name, known)
	if hint := otherFunctions[name]; hint != "" {
		e.Hint = hint
	}
	return e
}

// counted refuses a wrong number of arguments.
func (b *binder) counted(name string, want, got int) error {
	if want == got {
		return nil
	}
	return b.Errorf(parse.CodeFunctionArguments, "Incorrect number of arguments for FUNCTION %s; expected %d, got %d", name, want, got)
}

// open goes into a function.
func (b *binder) open(name string) error {
	x := b.functions
	if x.count++; x.count > maxExpanded || len(x.open) >= maxFunctions {
		return b.Errorf(parse.CodeNotSupported, "the statement has more than %d calls of functions, or they call each other more than %d deep", maxExpanded, maxFunctions)
	}
	x.open = append(x.open, strings.ToLower(name))
	return nil
}

func (b *binder) close() { b.functions.open = b.functions.open[:len(b.functions.open)-1] }

// expanded gives the value of a function. Errors have the place of the call.
func (b *binder) expanded(f *Function, args []plan.Expr) (plan.Expr, error) {
	values := map[string]plan.Expr{}
	for i, p := range f.Params {
		v, err := b.assigned(args[i], p.Type)
		if err != nil {
			return nil, b.inFunction(f.Name, "argument "+p.Name, err)
		}
		values[strings.ToLower(p.Name)] = v
	}
	e, err := b.body(f, f.Text, values)
	if err != nil {
		return nil, b.inFunction(f.Name, "body", err)
	}
	if e, err = b.assigned(e, f.Returns); err != nil {
		return nil, b.inFunction(f.Name, "result", err)
	}
	return e, nil
}

// body binds the body of a function, which sees its parameters and nothing of the statement
// around it.
func (b *binder) body(f *Function, text string, values map[string]plan.Expr) (plan.Expr, error) {
	s := *b.statement
	s.text, s.places, s.inView = text, nil, true
	in := s.binder(nil)
	in.values = values
	return in.Expr(f.Body)
}

// assigned gives an expression a declared type.
func (b *binder) assigned(e plan.Expr, to plan.Type) (plan.Expr, error) {
	e, err := typing.Assign(e, to)
	return b.Settle(e, err)
}

// inFunction is an error within a function, at the place of the call.
func (b *binder) inFunction(name, part string, err error) error {
	cause := parse.AsError("", err)
	e := b.Errorf(cause.Code, "function %s, %s: %s", name, part, cause.Message)
	e.Err = err
	return e
}

// value gives what a name in the body of a function stands for.
func (b *binder) value(c *ast.ColumnName) (plan.Expr, error) {
	v, ok := b.values[c.Name.L]
	if !ok || c.Table.O != "" {
		names := make([]string, 0, len(b.values))
		for name := range b.values {
			names = append(names, name)
		}
		slices.Sort(names)
		e := b.Errorf(parse.CodeUnknownColumn, "Unknown column '%s': a function knows its parameters only", c.OrigColName())
		return nil, parse.Hinted(e, c.Name.O, names)
	}
	return v, nil
}

// NewFunction binds the body of a function that is to be made by a text, to see that it can be:
// with parameters that no one knows anything of. In the text the body has its place.
func NewFunction(text string, f *Function, c plan.Catalog) error {
	b := newBinder(text, c)
	if err := b.open(f.Name); err != nil {
		return err
	}
	columns := make([]plan.Column, len(f.Params))
	for i, p := range f.Params {
		columns[i] = plan.Column{Name: p.Name, Type: p.Type, Nullable: true}
	}
	at, err := b.Table(&plan.TableRef{Alias: f.Name, Table: plan.Schema(f.Name, columns...)})
	if err != nil {
		return err
	}
	values := map[string]plan.Expr{}
	for i, p := range f.Params {
		values[strings.ToLower(p.Name)] = b.net.Ref(at, i)
	}
	e, err := b.body(f, text, values)
	if err != nil {
		return err
	}
	b.Place = parse.FindWord(text, "RETURN")
	_, err = b.assigned(e, f.Returns)
	return err
}

// IsNative reports whether an expression calls a function that is no one's, so that nobody can
// make one of its name.
func IsNative(e ast.ExprNode, c Surroundings) bool {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok {
		return true
	}
	_, err := newBinder("", struct{ Surroundings }{c}).function(call)
	return !parse.IsCode(err, parse.CodeNoFunction)
}
