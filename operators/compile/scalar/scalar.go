// Package scalar compiles expressions over the rows of tables to instructions of a program: columns
// are loads and look-ups, functions what package emit has an opcode for, or tables of their results
// that package tabulate makes. It says, too, what it can compute, between which bounds and with what
// losses. It knows where the row of a table is found, and nothing of joins, groups or orders.
package scalar

import (
	"context"
	"strings"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/index"
	"gsdms/plan"
)

// Compiler writes what computes expressions over the tables of a pipeline into a program.
type Compiler struct {
	*emit.Code // the program's instructions
	Prog       *operators.Program
	Where      *restrict.Conditions // what predicates leave of the tables
	Functions  *tabulate.Maker      // makes the tables that they become
	Tables     []Source             // those of the pipeline

	ctx     context.Context
	net     *plan.Pipeline
	cache   *index.Cache
	maps    []mapping // the Maps that are compiled
	lost    []lostIn  // in the tables of functions
	unbound bool      // columns have any value: nothing runs
}

// Source is a table while expressions over it are compiled.
type Source struct {
	*restrict.Table
	Row  int // register of the row number, -1 before there is one
	Mark int // register of the mark that the table stands for, -1 where it does not
}

// New gives a compiler into a new program over the streamed table of a pipeline.
func New(ctx context.Context, n *plan.Pipeline, cache *index.Cache) *Compiler {
	p := &operators.Program{Name: title(n.Text), Text: n.Text, Table: n.Tables[n.Root].Table, Limit: -1, Origins: map[int]plan.Expr{}}
	c := &Compiler{
		Code:      emit.New(ctx, p),
		Prog:      p,
		Where:     restrict.New(ctx, n.Tables, n.Root, cache),
		Functions: tabulate.New(ctx, cache),
		Tables:    make([]Source, len(n.Tables)),
		ctx:       ctx, net: n, cache: cache,
	}
	for i := range n.Tables {
		c.Tables[i] = Source{Table: c.Where.Table(i), Row: -1, Mark: -1}
	}
	return c
}

// unbound gives a compiler of expressions of which columns have any value: nothing runs.
func unbound(ctx context.Context, tables []*plan.TableRef, root int, cache *index.Cache) *Compiler {
	c := New(ctx, &plan.Pipeline{Tables: tables, Root: root}, cache)
	c.unbound = true
	return c
}

// titleLength is how many characters of its text name a program: enough to tell queries
// apart in a wave, and few enough for a line.
const titleLength = 48

// title is the beginning of a query's text, on one line.
func title(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	if runes := []rune(words); len(runes) > titleLength {
		return strings.TrimRight(string(runes[:titleLength-1]), " ") + "…"
	}
	return words
}
