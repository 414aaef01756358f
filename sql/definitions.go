package sql

import (
	"context"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/bind"
	"gsdms/sql/ddl"
	"gsdms/sql/files"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/rules"
	"gsdms/sql/scope"
	"gsdms/sql/show"
)

// defining is a statement that makes, changes or takes away what there is.
type defining struct{ ddl.Statement }

func (x defining) run(ctx context.Context, c *call) (*result.Set, error) {
	return x.Run(ctx, c.Call, definitions{c.session})
}

// definitions is ddl.Doors of a session.
type definitions struct{ session *Session }

// Temporary is of ddl.Doors.
func (d definitions) Temporary() (*store.Catalog, error) { return d.session.own() }

// ChecksKeys is of ddl.Doors.
func (d definitions) ChecksKeys() bool {
	return !rules.IsUnchecked(d.session.underChecks(context.Background()))
}

// underChecks is ctx for a command of a session, which may have foreign_key_checks off.
func (s *Session) underChecks(ctx context.Context) context.Context {
	if checks, _ := s.settings.Variable("foreign_key_checks"); checks.Typed().Int != 0 {
		return ctx
	}
	return rules.Unchecked(ctx)
}

// WarnOnce is of ddl.Doors.
func (d definitions) WarnOnce(text string) {
	if s := d.session; !slices.ContainsFunc(s.warnings, func(w show.Warning) bool { return w.Message == text }) {
		s.warn("Warning", parse.CodeNotSupported, text)
	}
}

// NoteFile is of ddl.Doors.
func (d definitions) NoteFile(file string, omitted []plan.Omitted, remarks []string) {
	d.session.noteFile(file, omitted, remarks)
}

// Dropped is of ddl.Doors.
func (d definitions) Dropped(database string) {
	if d.session.settings.Database == database {
		d.session.settings.Database = ""
	}
}

// Files is of ddl.Doors.
func (d definitions) Files() *files.Cache { return d.session.engine.files }

// Parse is of ddl.Doors.
func (d definitions) Parse(text string) (ast.StmtNode, error) {
	return d.session.engine.parsers.Parse(text)
}

// Around is of ddl.Doors.
func (d definitions) Around(names *scope.Names) bind.Surroundings { return d.session.around(names) }

// IsNative is of ddl.Doors.
func (d definitions) IsNative(function string, names *scope.Names) bool {
	return d.session.engine.isNative(function, d.session.around(names))
}
