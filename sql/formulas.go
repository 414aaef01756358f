package sql

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/command"
	"gsdms/sql/formula"
	"gsdms/sql/parse"
	"gsdms/sql/scope"
)

// formulasIn is what formulas are bound in for a session.
func (s *Session) formulasIn(around *sessionView) formula.Around {
	return formula.Around{Catalog: around, Parse: s.engine.parsers.Parse, Refuses: s.refusesLoss, Hear: s.lose}
}

// refusesLoss says whether what a value of a row that is written loses is an error, by the number of its warning.
func (s *Session) refusesLoss(code int) bool {
	strict := s.settings.Strictly("STRICT_TRANS_TABLES") || s.settings.Strictly("STRICT_ALL_TABLES")
	return strict && (code != fault.CodeZeroDivisor || s.settings.Strictly("ERROR_FOR_DIVISION_BY_ZERO"))
}

// Formulas is of command.Queries.
func (r reach) Formulas(n *scope.Names, columns []plan.Column) (*formula.Formulas, error) {
	return formula.Bind(columns, r.session.formulasIn(r.session.surround(n)))
}

// Parse is of command.Queries.
func (r reach) Parse(text string) (ast.StmtNode, error) { return r.session.engine.parsers.Parse(text) }

// Formulas is of ddl.Doors.
func (d definitions) Formulas(c *command.Call, columns []plan.Column) error {
	around := d.session.around(c.Names)
	return formula.Check(columns, d.session.formulasIn(around), func(name string) bool { return c.View.Function(name) != nil })
}

// inSession is the key of a context's session.
type inSession struct{}

// completes is what computes columns of rows that come to the engine's tables: as the session of a context has them,
// or as a new one has.
func (e *Engine) completes(ctx context.Context, columns []plan.Column, src ingest.Source) (ingest.Source, error) {
	s, ok := ctx.Value(inSession{}).(*Session)
	if !ok {
		s = e.NewSession()
	}
	view := s.views()
	defer view.Close()
	f, err := formula.Bind(columns, s.formulasIn(s.surround(s.names(ctx, view))))
	if err != nil {
		return nil, parse.AsError("", err)
	}
	return f.Rows(src), nil
}
