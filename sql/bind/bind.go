package bind

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/network/depend"
	"gsdms/sql/bind/assign"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/bind/subquery"
	"gsdms/sql/parse"
)

// statement is what all SELECTs of one statement share while they are bound.
type statement struct {
	text       string
	catalog    plan.Catalog
	net        *network.Network
	inView     bool             // the text is that of a view
	tablesFrom int              // where to look for the name of the next table of FROM
	places     *places          // nil: places are not kept
	nested     int              // SELECTs around the one being bound
	stored     map[string]*view // views of the catalog by name; nil: being bound
	functions  *expansion
	described  map[int]plan.Origin // what clients are told of tables of the network that are views
	declared   map[columnKey]bool  // columns of queries in FROM whose values are those of a stored column
	sets       map[string]bool     // variables that it sets, in lower case
	whole      bool                // the result has all digits of quotients, for columns of tables
}

// binder turns one SELECT into nodes of the statement's network.
type binder struct {
	*statement
	scalar.Binder
	subquery.Joiner
	outer *binder // the SELECT around this one, nil for none
	views []view  // of WITH

	from   side
	where  []plan.Expr          // conjuncts of WHERE
	params *parameters          // what is read of the rows around
	values map[string]plan.Expr // what names are in the body of a function; nil: outside of one

	fields []field
	keys   []plan.Expr     // of GROUP BY
	follow *depend.Columns // from keys
	rollup bool            // GROUP BY ... WITH ROLLUP
	keysAs []string        // how the keys of WITH ROLLUP are written
	aggs   []plan.Agg

	aliases map[string]bool // of the select list, in lower case

	nestedExprs map[ast.ExprNode]plan.Expr // with subqueries and RAND(), as they were bound first
	grouped     bool                       // there is a GROUP BY

	windowSpecs []ast.WindowSpec // of WINDOW
	inWindow    bool             // the arguments or keys of a window function are being bound

	changes *changes // nil: the SELECT is none of a change
	merges  bool     // the expressions are of ON DUPLICATE KEY UPDATE

	clause   clause
	scope    *side // whose columns can be named
	mentions []mention
}

// side is what a part of FROM gives.
type side struct {
	node    network.Node
	tables  []int       // that a column can be qualified with, in order
	columns []columnKey // that a name alone can mean, and * stands for, in order
	moved   map[int]moved
}

// parameters are the columns of a table that stand for expressions of the rows around a
// subquery.
type parameters struct {
	table int // -1: there are none yet
	args  []plan.Expr
}

type columnKey struct{ table, column int }

// mention is a column that an expression names, and where.
type mention struct {
	columnKey
	offset int
}

// bound is a bound expression with the columns it names.
type bound struct {
	expr     plan.Expr
	mentions []mention
}

// field is one column of the result.
type field struct {
	bound
	node  ast.ExprNode // nil for a column of *
	name  string
	alias string // lower case; "" without one

	origin *plan.Origin // nil: it is computed
}

// clause is the part of the statement being bound: it decides what names mean and
// whether aggregates may stand there.
type clause int

const (
	inWhere clause = iota // also ON and constants: columns only
	inGroup               // columns, then aliases
	inSelect
	inHaving
	inOrder
	inAggregate // arguments of an aggregate
)

// bindSelect binds a query that was parsed from text. Whatever is not supported is
// refused here, with error 1235 and the place.
func Select(text string, stmt ast.StmtNode, c plan.Catalog) (n *network.Network, err error) {
	return newBinder(text, c).bind(stmt)
}

// Stored is Select for rows that columns of a table are given: of quotients they have all digits, and not those that
// are shown.
func Stored(text string, stmt ast.StmtNode, c plan.Catalog) (*network.Network, error) {
	b := newBinder(text, c)
	b.whole = true
	return b.bind(stmt)
}

func newBinder(text string, c plan.Catalog) *binder {
	s := &statement{text: text, catalog: c, net: &network.Network{Text: text}, stored: map[string]*view{}, functions: &expansion{}, described: map[int]plan.Origin{}, declared: map[columnKey]bool{}}
	return s.binder(nil)
}

// binder makes a binder for a SELECT within another.
func (s *statement) binder(outer *binder) *binder {
	b := &binder{statement: s, outer: outer, params: &parameters{table: -1}, aliases: map[string]bool{}, nestedExprs: map[ast.ExprNode]plan.Expr{}}
	b.Binder = scalar.Binder{Text: s.text, Place: -1, Around: b}
	b.Joiner = subquery.NewJoiner(s.net, &b.Binder)
	b.scope = &b.from
	if outer != nil {
		b.views, b.Place = outer.views, outer.Place
	}
	return b
}

func (b *binder) bind(stmt ast.StmtNode) (n *network.Network, err error) {
	defer func() {
		if r := recover(); r != nil {
			n, err = nil, parse.ErrorAt(b.text, b.Place, parse.CodeUnknownError, "binding failed: %v", r)
		}
	}()
	q, ok := stmt.(ast.ResultSetNode)
	if !ok {
		return nil, b.refuseStatement()
	}
	if strings.Contains(b.text, ":=") {
		b.sets = assign.Names(stmt)
	}
	rel, err := b.query(q)
	if err != nil {
		return nil, err
	}
	if b.whole {
		b.net.Whole(rel.node)
	}
	b.net.Root, b.net.Result = rel.node, rel.columns
	for i, c := range rel.columns {
		out := plan.Output{Name: rel.names[i], Type: c.Type(), NotNull: !c.Nullable()}
		if i < len(rel.origins) {
			out.Origin = rel.origins[i]
		}
		b.net.Output = append(b.net.Output, out)
	}
	b.net.Lost = network.LostIn(b.net.Root)
	return b.net, nil
}

// relation is what a query gives: the columns of a node.
type relation struct {
	node    network.Node
	columns []plan.ColumnRef // of one table
	names   []string
	origins []*plan.Origin // of the columns, nil for those that are computed; none: all are
}

// query binds a SELECT, a set operation or what is in parentheses.
func (b *binder) query(n ast.ResultSetNode) (relation, error) {
	b.nested++
	defer func() { b.nested-- }()
	if b.nested > maxSelects {
		return relation{}, b.Errorf(parse.CodeNotSupported, "queries nested more than %d deep", maxSelects)
	}
	switch n := n.(type) {
	case *ast.SelectStmt:
		if n.Kind == ast.SelectStmtKindValues {
			return b.rowsOf(n)
		}
		return b.selects(n)
	case *ast.SetOprStmt:
		return b.setOperation(n)
	case *ast.SubqueryExpr:
		return b.query(n.Query)
	}
	return relation{}, b.refuseStatement()
}

// maxSelects is how deep queries may be nested (MySQL has 63).
const maxSelects = 63

// selects binds a SELECT.
func (b *binder) selects(s *ast.SelectStmt) (relation, error) {
	if err := b.refuse(s); err != nil {
		return relation{}, err
	}
	if err := b.with(s.With); err != nil {
		return relation{}, err
	}
	b.windowSpecs = s.WindowSpecs
	for _, f := range s.Fields.Fields {
		b.aliases[f.AsName.L] = true
	}
	if b.tablesFrom == 0 {
		b.tablesFrom = max(0, parse.FindWord(b.text, "FROM"))
	}
	if err := b.bindFrom(s); err != nil {
		return relation{}, err
	}
	return b.bindRest(s)
}

// bindRest binds what comes after FROM and WHERE and puts the nodes together.
func (b *binder) bindRest(s *ast.SelectStmt) (relation, error) {
	if err := b.expandFields(s.Fields.Fields); err != nil {
		return relation{}, err
	}
	if err := b.numberRows(); err != nil {
		return relation{}, err
	}
	if err := b.bindGroupBy(s.GroupBy); err != nil {
		return relation{}, err
	}
	if err := b.bindFields(); err != nil {
		return relation{}, err
	}
	b.noteOrigins()
	having, err := b.bindHaving(s.Having)
	if err != nil {
		return relation{}, err
	}
	order, err := b.order(s)
	if err != nil {
		return relation{}, err
	}
	return b.assemble(s, having, order)
}

// assemble orders the steps: FROM, filter, aggregate, HAVING, project, DISTINCT, ORDER
// BY, LIMIT.
func (b *binder) assemble(s *ast.SelectStmt, having *bound, order []orderItem) (relation, error) {
	grouped := s.GroupBy != nil || len(b.aggs) > 0
	if having != nil && !grouped {
		b.where = append(b.where, plan.Conjuncts(having.expr)...)
		having = nil
	}
	if grouped && s.GroupBy == nil {
		order = nil // of one row; MySQL does not ask either whether it has the columns
	}
	node, err := b.Filter(b.from.node, b.where)
	if err != nil {
		return relation{}, err
	}
	if grouped {
		if node, err = b.group(node, having, order); err != nil {
			return relation{}, err
		}
	}
	if node, err = b.windowed(node, order); err != nil {
		return relation{}, err
	}
	out, err := b.project(node, order, s.Distinct)
	if err != nil {
		return relation{}, err
	}
	out.node, err = b.limit(out.node, s.Limit)
	return out, err
}

// refuse names the first part of a SELECT that is not supported.
func (b *binder) refuse(s *ast.SelectStmt) error {
	for _, part := range []struct {
		there bool
		what  string
		word  string // to find its place
	}{
		{s.LockInfo != nil, "locking of rows in SELECT", "FOR"},
		{s.SelectIntoOpt != nil, "SELECT ... INTO", "INTO"},
	} {
		if part.there {
			return parse.ErrorAt(b.text, parse.FindWord(b.text, part.word), parse.CodeNotSupported, "%s is not supported", part.what)
		}
	}
	return nil
}

// refuseStatement says that a statement is no query that can be bound.
func (b *binder) refuseStatement() error {
	return parse.ErrorAt(b.text, 0, parse.CodeNotSupported, "this statement is not supported: only SELECT gives rows")
}
