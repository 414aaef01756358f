package sql

import (
	"context"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/command"
	"gsdms/sql/explain"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// traceQuery is TRACE [FORMAT = 'json'] SELECT: it runs the query, drops its rows, and gives
// one cell of text.
type traceQuery struct{ node *ast.TraceStmt }

// noTraceFormat is what the parser has for a TRACE without a FORMAT.
const noTraceFormat = "row"

func (traceQuery) Nature() command.Nature { return command.OnlyReads }

func (x traceQuery) run(ctx context.Context, c *call) (*result.Set, error) {
	if x.node.TracePlan || commandOf(x.node.Stmt) != nil {
		return nil, c.Refuse(x.node, "this TRACE; there is TRACE FORMAT = 'json' SELECT …")
	}
	if f := strings.ToLower(x.node.Format); f != "json" && f != noTraceFormat {
		e := parse.ErrorAt(c.Text, max(0, parse.FindWord(c.Text, "FORMAT")), parse.CodeExplainFormat, "Unknown TRACE format name: '%s'", x.node.Format)
		e.Hint = "There is 'json'"
		return nil, e
	}
	_, ran, err := c.ran(ctx, x.node.Stmt)
	if err != nil {
		return nil, err
	}
	text, err := explain.Trace(*ran)
	if err != nil {
		return nil, err
	}
	r := result.Lines("TRACE", []string{text})
	r.Plain = true
	return r, nil
}
