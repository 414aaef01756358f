package oracle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"gsdms/cuda"
	"gsdms/cuda/device"
	"gsdms/cuda/host"
	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// setting is one way to run the engine.
type setting struct {
	scan pushscan.Options
	cpu  cpu.Options
}

// String names the setting in a report.
func (s setting) String() string { return fmt.Sprintf("%+v %+v", s.scan, s.cpu) }

// engine is gsdms over a folder.
type engine struct {
	*sql.Engine
	backend operators.Backend
}

// openEngine opens a folder under a setting.
func openEngine(ctx context.Context, dir string, s setting) (*engine, error) {
	backend, err := cpu.New(s.cpu)
	if err != nil {
		return nil, err
	}
	return openOn(ctx, dir, backend, s.scan)
}

// openStandIn opens a folder on a stand-in for a card, with the multiprocessors and blocks of
// one; its files lie in another folder. What a query takes of memory has to be cleared, so it
// may not have much.
func openStandIn(ctx context.Context, dir, card string) (*engine, error) {
	d, err := host.New(card, 1<<30)
	if err != nil {
		return nil, err
	}
	d.MPs, d.Registers = 132, 32
	return openDevice(ctx, dir, d)
}

// openDevice opens a folder on a device, of whose memory a query may have little, as its tables have.
func openDevice(ctx context.Context, dir string, d device.Device) (*engine, error) {
	backend, err := cuda.New(d, cuda.Options{Memory: 64 << 20})
	if err != nil {
		return nil, err
	}
	return openOn(ctx, dir, backend, pushscan.Options{ChunkRows: 1 << 10, QueryMemory: 64 << 20})
}

// openOn opens a folder on a backend, which it closes where it fails.
func openOn(ctx context.Context, dir string, backend operators.Backend, scan pushscan.Options) (*engine, error) {
	e, err := sql.Open(ctx, sql.Config{Dir: dir, Backend: backend, QueryMemory: scan.QueryMemory, Scan: scan})
	if err != nil {
		return nil, errors.Join(err, backend.Close())
	}
	return &engine{e, backend}, nil
}

// Close closes engine and backend.
func (e *engine) Close() error { return errors.Join(e.Engine.Close(), e.backend.Close()) }

// insertMost is the rows of the largest table that goes in by INSERT; larger ones go in
// as batches.
const insertMost = 100

// load creates and fills the tables of a database.
func (e *engine) load(ctx context.Context, d *database) error {
	s := e.NewSession()
	for _, t := range d.tables {
		if _, err := s.Query(ctx, t.create()); err != nil {
			return fmt.Errorf("%s: %w", t.create(), err)
		}
		switch {
		case len(t.rows) == 0:
		case len(t.rows) <= insertMost:
			if _, err := s.Query(ctx, t.insert()); err != nil {
				return fmt.Errorf("%s: %w", t.insert(), err)
			}
		default:
			if _, err := e.Catalog().Load(ctx, t.name, &rows{table: t}); err != nil {
				return err
			}
		}
	}
	return nil
}

// rows gives a table's rows to the store in batches of a few hundred.
type rows struct {
	table *table
	next  int
}

// Next implements ingest.Source.
func (r *rows) Next(context.Context) (*ingest.Batch, error) {
	if r.next == len(r.table.rows) {
		return nil, io.EOF
	}
	from, to := r.next, min(r.next+700, len(r.table.rows))
	r.next = to
	b := &ingest.Batch{Rows: to - from}
	for c := range r.table.columns {
		b.Columns = append(b.Columns, r.column(c, from, to))
	}
	return b, nil
}

func (r *rows) column(c, from, to int) ingest.Column {
	var out ingest.Column
	codes := map[string]uint32{}
	nulls := make([]bool, 0, to-from)
	for _, row := range r.table.rows[from:to] {
		v := row[c]
		nulls = append(nulls, v.null)
		switch r.table.columns[c].kind {
		case double:
			out.Floats = append(out.Floats, v.float)
		case text:
			if _, ok := codes[v.text]; !ok {
				codes[v.text] = uint32(len(out.Dict))
				out.Dict = append(out.Dict, v.text)
			}
			out.Codes = append(out.Codes, codes[v.text])
		default:
			out.Ints = append(out.Ints, v.number)
		}
	}
	if r.table.columns[c].nullable {
		out.Nulls = nulls
	}
	return out
}

// answer runs a query.
func (e *engine) answer(ctx context.Context, q *query) (answer, error) {
	r, err := e.NewSession().Query(ctx, q.mysql())
	if err != nil {
		return nil, err
	}
	return answerOf(q, r)
}

func answerOf(q *query, r *result.Set) (answer, error) {
	if len(r.Columns) != len(q.items) {
		return nil, fmt.Errorf("%d columns, want %d", len(r.Columns), len(q.items))
	}
	out := make(answer, r.Rows.Len)
	for i := range out {
		for c := range r.Columns {
			cell, err := cellFrom(r, i, c, q.items[c].typ)
			if err != nil {
				return nil, err
			}
			out[i] = append(out[i], cell)
		}
	}
	return out, nil
}

func cellFrom(r *result.Set, row, column int, t typ) (cell, error) {
	text, null := r.Text(row, column)
	if null {
		return cell{null: true}, nil
	}
	if t.kind != double {
		return cell{text: text}, nil
	}
	if k := r.Columns[column].Type.Kind; k != plan.Double {
		return cell{}, fmt.Errorf("column %d is a %s, want a DOUBLE", column+1, r.Columns[column].Type)
	}
	f, err := strconv.ParseFloat(text, 64)
	return cell{float: f}, err
}

// refused reports whether the engine says that it does not support the query, or that the
// query has too many steps.
func refused(err error) bool {
	var e *parse.Error
	return errors.As(err, &e) && (e.Code == 1235 || e.Code == 1116)
}
