package ipc

import (
	"context"
	"errors"
	"io"
	"os"
	"testing"

	"go.uber.org/goleak"

	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/store"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == childArgument {
		goWrong(os.Getenv(childFault))
	}
	if handled, code := ChildMain(os.Args); handled {
		os.Exit(code)
	}
	goleak.VerifyTestMain(m)
}

// begin opens a file whose fields go to the columns of their names.
func begin(ctx context.Context, path string, def store.Definition, o Options) (*File, error) {
	f, err := Open(ctx, path, o)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, field := range f.Schema().Fields {
		names = append(names, field.Name)
	}
	l, err := layout.ByName(def, names)
	if err == nil {
		err = f.Begin(l, 0)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// rowsOf reads a file and spells every row's values, "NULL" for none.
func rowsOf(path string, def store.Definition, o Options) (rows [][]string, err error) {
	f, err := begin(context.Background(), path, def, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for {
		b, err := f.Next(context.Background())
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		for row := range b.Rows {
			rows = append(rows, loadtest.Row(def, b, row))
		}
	}
}
