package parse

import "github.com/pingcap/tidb/pkg/parser/ast"

// Text is a statement as it was written, in which its errors have their places.
type Text string

// ErrorAt is an error at a node's place, or at the statement's beginning where the parser
// does not say.
func (t Text) ErrorAt(at ast.Node, code int, format string, args ...any) *Error {
	return ErrorAt(string(t), max(0, OffsetOf(string(t), at)), code, format, args...)
}

// Refuse is the error for what gsdms does not do.
func (t Text) Refuse(at ast.Node, what string, args ...any) error {
	return t.ErrorAt(at, CodeNotSupported, "gsdms does not support "+what, args...)
}

// ErrorAtWord is an error at the place of a word.
func (t Text) ErrorAtWord(word string, code int, format string, args ...any) *Error {
	return ErrorAt(string(t), max(0, FindWord(string(t), word)), code, format, args...)
}

// RefuseWord is Refuse at the place of a word.
func (t Text) RefuseWord(word, what string, args ...any) error {
	return t.ErrorAtWord(word, CodeNotSupported, "gsdms does not support "+what, args...)
}
