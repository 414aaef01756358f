package scope

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/load"
	"gsdms/sql/files"
)

// Together has statements that are to run together read files once: of one that several of them name,
// each asks for what all of them may read, so that they get the same rows. names and nodes are of one
// statement each; a nil node is of none. It is called before any of them is bound.
func Together(names []*Names, nodes []ast.StmtNode) {
	named := map[string][]int{}
	for i, node := range nodes {
		if node == nil {
			continue
		}
		v := filesNamed{}
		node.Accept(v)
		for name := range v {
			if names[i].IsFile(name) {
				named[name] = append(named[name], i)
			}
		}
	}
	for name, readers := range named {
		beside, whole := newMentioned(), false
		for _, i := range readers {
			first := firstRowsOf(nodes[i])
			whole = whole || first == nil || first.passed > 0
			beside.in(nodes[i])
		}
		for _, i := range readers {
			if whole && len(readers) > 1 {
				names[i].with(name, beside)
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
		return n.mentions.use
	}
	return func(column string) (files.Use, bool) {
		use, again := n.mentions.use(column)
		other, more := beside.use(column)
		return max(use, other), again || more
	}
}

// filesNamed are the names in FROM that files have.
type filesNamed map[string]bool

// Enter is of ast.Visitor.
func (v filesNamed) Enter(n ast.Node) (ast.Node, bool) {
	if t, ok := n.(*ast.TableName); ok && t.Schema.O == "" && load.IsFileName(t.Name.O) {
		v[t.Name.O] = true
	}
	return n, false
}

// Leave is of ast.Visitor.
func (filesNamed) Leave(n ast.Node) (ast.Node, bool) { return n, true }
