package export

import (
	"bufio"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// ending ends a context when something is written, and counts what is.
type ending struct {
	end   func()
	bytes int
}

func (e *ending) Write(p []byte) (int, error) {
	e.end()
	e.bytes += len(p)
	return len(p), nil
}

// The writing of few rows with long texts ends soon behind its statement.
func TestOutfileEndsWithItsStatement(t *testing.T) {
	o, err := ReadOutfile(parse.Text(""), &ast.SelectIntoOption{})
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]string, 500)
	for i := range texts {
		texts[i] = strings.Repeat("x", 100_000)
	}
	set := &result.Set{
		Columns: []plan.Output{{Name: "x", Type: plan.Type{Kind: plan.String}}},
		Rows:    &plan.Rows{Len: len(texts), Columns: []plan.Vector{{Type: plan.Type{Kind: plan.String}, Texts: texts}}},
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	to := &ending{end: cancel}
	if err := o.Write(ctx, bufio.NewWriter(to), set); !errors.Is(err, context.Canceled) || to.bytes > 10_000_000 {
		t.Errorf("%d bytes of 50 million were written behind the end, then %v", to.bytes, err)
	}
}
