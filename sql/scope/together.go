package scope

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/load"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/files"
)

// Together has statements that are to run together read files once: of one that several of them name,
// themselves or by views, each asks for what all of them may read, so that they get the same rows. names
// and nodes are of one statement each; a nil node is of none. It is called before any of them is bound.
func Together(names []*Names, nodes []ast.StmtNode) {
	readers, parsed := map[string][]*reads{}, map[*roster.Query]ast.StmtNode{}
	for i, node := range nodes {
		if node == nil {
			continue
		}
		r := &reads{names: names[i], files: map[string]bool{}, parsed: parsed}
		r.follow(node)
		for file := range r.files {
			readers[file] = append(readers[file], r)
		}
	}
	for file, of := range readers {
		beside, whole := newMentioned(), false
		for _, r := range of {
			first := firstRowsOf(r.nodes[0])
			whole = whole || first == nil || first.file != file || first.passed > 0
			for _, node := range r.nodes {
				beside.in(node)
			}
		}
		for _, r := range of {
			if whole && len(of) > 1 {
				r.names.with(file, beside)
			}
		}
	}
}

// with has a statement read a file as others do that run with it.
func (n *Names) with(file string, beside *mentioned) {
	if n.beside == nil {
		n.beside = map[string]*mentioned{}
	}
	n.beside[file] = beside
}

// wanted is what a statement, and those that run with it, may read of a file.
func (n *Names) wanted(file string) files.Wanted {
	beside := n.beside[file]
	if beside == nil {
		return n.mentions.wanted()
	}
	own, others := n.mentions.wanted(), beside.wanted()
	return files.Wanted{
		Use: func(column string) (files.Use, bool) {
			use, again := own.Use(column)
			other, more := others.Use(column)
			return max(use, other), again || more
		},
		Parts: func(column string) ([]files.Part, bool) {
			parts, only := own.Parts(column)
			more, none := others.Parts(column)
			return slices.Concat(parts, more), only && none
		},
	}
}

// reads is the files that a statement names, and it and the views that it reads, each once.
type reads struct {
	names  *Names
	files  map[string]bool
	nodes  []ast.StmtNode
	views  []*roster.Query
	parsed map[*roster.Query]ast.StmtNode // of views, for all statements
}

// follow goes through a statement, and then through the views that it names. One that cannot be read
// is what its binding says.
func (r *reads) follow(node ast.StmtNode) {
	node.Accept(r)
	r.nodes = append(r.nodes, node)
	for len(r.nodes) <= len(r.views) {
		q := r.views[len(r.nodes)-1]
		view := r.parsed[q]
		if view == nil {
			var err error
			if view, err = r.names.ParseQuery(q); err != nil {
				return
			}
			r.parsed[q] = view
		}
		view.Accept(r)
		r.nodes = append(r.nodes, view)
	}
}

// Enter is of ast.Visitor.
func (r *reads) Enter(n ast.Node) (ast.Node, bool) {
	t, ok := n.(*ast.TableName)
	if !ok || t.Schema.O != "" {
		return n, false
	}
	name := t.Name.O
	if q := r.names.Views.Query(name); q != nil {
		if !slices.Contains(r.views, q) {
			r.views = append(r.views, q)
		}
	} else if load.IsFileName(name) && r.names.IsFile(name) && !r.names.Has(name) {
		r.files[name] = true
	}
	return n, false
}

// Leave is of ast.Visitor.
func (*reads) Leave(n ast.Node) (ast.Node, bool) { return n, true }
