package sql

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/load"
	"gsdms/pushscan/load/within"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/export"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// selectInto is SELECT … INTO OUTFILE: all rows into a new file, or no file. As in MySQL
// there is no header.
type selectInto struct {
	query ast.ResultSetNode
	last  *ast.SelectStmt // of a set operation the last SELECT, which has the clause
}

// outfileOf is what runs a query into a file, nil for one that goes nowhere.
func outfileOf(query ast.ResultSetNode) statement {
	last, _ := query.(*ast.SelectStmt)
	if set, ok := query.(*ast.SetOprStmt); ok {
		last, _ = set.SelectList.Selects[len(set.SelectList.Selects)-1].(*ast.SelectStmt)
	}
	if last == nil || last.SelectIntoOpt == nil || last.SelectIntoOpt.Tp != ast.SelectIntoOutfile {
		return nil
	}
	return selectInto{query, last}
}

func (selectInto) Nature() command.Nature { return 0 }

func (x selectInto) Permit(r command.Permits) error {
	return r.NeedGlobal(account.File)
}

func (x selectInto) run(ctx context.Context, c *call) (*result.Set, error) {
	into := x.last.SelectIntoOpt
	form, err := export.ReadOutfile(c.Written(), into)
	if err != nil {
		return nil, err
	}
	x.last.SelectIntoOpt = nil // it is refused in queries
	r, err := c.RowsOf(ctx, x.query)
	x.last.SelectIntoOpt = into // a prepared statement runs again
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, err := within.Create(into.FileName, c.engine.config.LoadRoots)
	if errors.Is(err, fs.ErrExist) {
		return nil, parse.ErrorAt(c.Text, max(0, parse.FindWord(c.Text, "OUTFILE")), parse.CodeFileExists, "File '%s' already exists", into.FileName)
	}
	if err != nil {
		return nil, err
	}
	if err = errors.Join(writePacked(ctx, form, f, into.FileName, r), f.Close()); err != nil {
		return nil, errors.Join(fmt.Errorf("write %s: %w", into.FileName, err), os.Remove(f.Name()))
	}
	if name := form.Misnamed(into.FileName); name != "" {
		c.session.warn("Warning", parse.CodeNotSupported, fmt.Sprintf("%s is text, as MySQL's INTO OUTFILE writes it, and not %s as its name says; gsdms export writes that", into.FileName, name))
	}
	return &result.Set{Affected: r.Read, Message: fmt.Sprintf("%s written to %s", command.CountRows(int(r.Read)), into.FileName)}, nil
}

// writePacked writes rows to a file, packed as its name says.
func writePacked(ctx context.Context, form export.Outfile, f *os.File, name string, r *result.Set) error {
	packed, err := load.Packed(name, f)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(packed, 64<<10)
	return errors.Join(form.Write(ctx, w, r), w.Flush(), packed.Close())
}
