package second

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"gsdms/pushscan/store/ingest"
	"gsdms/sql"
)

//go:embed schema.sql
var schema string

// batchRows is how many rows of a table go into the store at a time.
const batchRows = 50_000

// column puts the value of one row of a table, given by its number, into a batch.
type column func(b *ingest.Column, row int)

// load creates the tables and fills them.
func (w *world) load(ctx context.Context, e *sql.Engine) error {
	for create := range strings.SplitSeq(strings.TrimSpace(schema), ";") {
		if create == "" {
			continue
		}
		if _, err := e.NewSession().Query(ctx, create); err != nil {
			return fmt.Errorf("%s: %w", create, err)
		}
	}
	for _, t := range w.tables() {
		if _, err := e.Catalog().Load(ctx, t.name, t); err != nil {
			return fmt.Errorf("load %s: %w", t.name, err)
		}
	}
	return nil
}

// table is rows on their way into the store. It implements ingest.Source.
type table struct {
	name    string
	rows    int
	columns []column
	next    int
}

// Next implements ingest.Source.
func (t *table) Next(context.Context) (*ingest.Batch, error) {
	if t.next == t.rows {
		return nil, io.EOF
	}
	n := min(batchRows, t.rows-t.next)
	b := &ingest.Batch{Rows: n, Columns: make([]ingest.Column, len(t.columns))}
	for c, put := range t.columns {
		for row := range n {
			put(&b.Columns[c], t.next+row)
		}
	}
	t.next += n
	return b, nil
}

func (w *world) tables() []*table {
	return []*table{
		{name: "land", rows: len(w.lands), columns: []column{
			number(w.lands, func(l *land) int64 { return l.id }),
			text(w.lands, func(l *land) null[string] { return some(l.name) }),
			text(w.lands, func(l *land) null[string] { return some(l.bloc) }),
		}},
		{name: "zone", rows: len(w.zones), columns: []column{
			number(w.zones, func(z *zone) int64 { return z.id }),
			text(w.zones, func(z *zone) null[string] { return some(z.name) }),
			number(w.zones, func(z *zone) int64 { return z.land.id }),
		}},
		{name: "subscriber", rows: len(w.subscribers), columns: []column{
			number(w.subscribers, func(s *subscriber) int64 { return s.id }),
			text(w.subscribers, func(s *subscriber) null[string] { return some(s.alias) }),
			number(w.subscribers, func(s *subscriber) int64 { return s.zone.id }),
			text(w.subscribers, func(s *subscriber) null[string] { return s.contract }),
		}},
		{name: "mast", rows: len(w.masts), columns: []column{
			number(w.masts, func(m *mast) int64 { return m.id }),
			text(w.masts, func(m *mast) null[string] { return some(m.label) }),
			maybe(w.masts, func(m *mast) null[int64] { return of(m.zone, func(z *zone) int64 { return z.id }) }),
		}},
		w.bundleTable(), w.slotTable(), w.trafficTable(),
	}
}

func (w *world) bundleTable() *table {
	return &table{name: "bundle", rows: len(w.bundles), columns: []column{
		number(w.bundles, func(b *bundle) int64 { return b.id }),
		text(w.bundles, func(b *bundle) null[string] { return some(b.family) }),
		text(w.bundles, func(b *bundle) null[string] { return some(b.line) }),
		text(w.bundles, func(b *bundle) null[string] { return some(b.name) }),
		maybe(w.bundles, func(b *bundle) null[int64] { return b.price }),
	}}
}

func (w *world) slotTable() *table {
	return &table{name: "slot", rows: len(w.slots), columns: []column{
		number(w.slots, func(s *slot) int64 { return s.id }),
		number(w.slots, func(s *slot) int64 { return s.day }),
		number(w.slots, func(s *slot) int64 { return s.year }),
		number(w.slots, func(s *slot) int64 { return s.month }),
		number(w.slots, func(s *slot) int64 { return s.week }),
	}}
}

func (w *world) trafficTable() *table {
	rows := make([]*usage, len(w.traffic))
	for i := range rows {
		rows[i] = &w.traffic[i]
	}
	return &table{name: "traffic", rows: len(rows), columns: []column{
		number(rows, func(u *usage) int64 { return u.id }),
		maybe(rows, func(u *usage) null[int64] { return of(u.subscriber, func(s *subscriber) int64 { return s.id }) }),
		maybe(rows, func(u *usage) null[int64] { return of(u.mast, func(m *mast) int64 { return m.id }) }),
		maybe(rows, func(u *usage) null[int64] { return of(u.bundle, func(b *bundle) int64 { return b.id }) }),
		number(rows, func(u *usage) int64 { return u.slot.id }),
		number(rows, func(u *usage) int64 { return u.retries }),
		maybe(rows, func(u *usage) null[int64] { return u.grade }),
		maybe(rows, func(u *usage) null[int64] { return u.fee }),
		maybe(rows, func(u *usage) null[int64] { return u.income }),
		number(rows, func(u *usage) int64 { return u.cost }),
		number(rows, func(u *usage) int64 { return u.octets }),
		double(rows, func(u *usage) null[float64] { return u.jitter }),
		text(rows, func(u *usage) null[string] { return u.route }),
	}}
}

func some[T any](v T) null[T] { return null[T]{v, true} }

// of is an attribute of a row that may not be there.
func of[R, T any](row *R, attribute func(*R) T) null[T] {
	if row == nil {
		return null[T]{}
	}
	return some(attribute(row))
}

func number[R any](rows []R, value func(R) int64) column {
	return func(b *ingest.Column, row int) { b.Ints = append(b.Ints, value(rows[row])) }
}

func maybe[R any](rows []R, value func(R) null[int64]) column {
	return func(b *ingest.Column, row int) {
		v := value(rows[row])
		b.Ints = append(b.Ints, v.v)
		b.Nulls = append(b.Nulls, !v.ok)
	}
}

func double[R any](rows []R, value func(R) null[float64]) column {
	return func(b *ingest.Column, row int) {
		v := value(rows[row])
		b.Floats = append(b.Floats, v.v)
		b.Nulls = append(b.Nulls, !v.ok)
	}
}

// text gives each distinct text of a batch the next code.
func text[R any](rows []R, value func(R) null[string]) column {
	codes := map[string]uint32{}
	return func(b *ingest.Column, row int) {
		if len(b.Codes) == 0 {
			clear(codes)
		}
		v := value(rows[row])
		code, known := codes[v.v]
		if !known {
			code = uint32(len(b.Dict))
			codes[v.v] = code
			b.Dict = append(b.Dict, v.v)
		}
		b.Codes = append(b.Codes, code)
		b.Nulls = append(b.Nulls, !v.ok)
	}
}
