// Command docs writes the pages that are made of tables in the code: docs/sql.md and
// docs/settings.md. "make docs" runs it.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gsdms/sql/manual"
)

// pages are the files and what writes them.
var pages = map[string]func(io.Writer) error{"sql.md": manual.WriteSQL, "settings.md": manual.WriteSettings}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: docs FOLDER")
		os.Exit(2)
	}
	for name, write := range pages {
		var text bytes.Buffer
		err := write(&text)
		if err == nil {
			err = os.WriteFile(filepath.Join(os.Args[1], name), text.Bytes(), 0o644)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "docs: write %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}
