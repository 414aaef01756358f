// Package edit lets a person write texts of several lines on a terminal.
//
// It is made of go-prompt's parts: its keys (GetKey and ConsoleParser), its Buffer and
// Document, its CompletionManager and its ConsoleWriter. What is not go-prompt's is the loop
// around them (editor.go), since that of go-prompt takes one line only, looks at its size once
// and knows no undo; how the text lies on the screen (layout.go, draw.go); and the keyboard
// (terminal.go), which waits instead of asking every 10 ms.
package edit
