package clients

import (
	"fmt"
	"io"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Report is what Run measured.
type Report struct {
	Different int // queries
	Rows      []Row
}

// Row is one measurement.
type Row struct {
	What string
	*Outcome
	Share float64 // of the answers a second by the first way; 0: this is the first, or alone
}

// Write prints the report for a person.
func (r *Report) Write(w io.Writer) error {
	t := newTable(1, "", "asked", "queries/s", "of the first", "cpu ms", "p50 ms", "p95 ms", "p99 ms", "p99/p50", "wrong", "failed", "lost")
	for _, row := range r.Rows {
		share := ""
		if row.Share > 0 {
			share = fmt.Sprintf("%.2f", row.Share)
		}
		p50, p99 := row.Within(0.5), row.Within(0.99)
		t.AppendRow(table.Row{row.What, row.Asked, fmt.Sprintf("%.0f", row.PerSecond()), share,
			ms(row.CPUEach()), ms(p50), ms(row.Within(0.95)), ms(p99), fmt.Sprintf("%.1f", float64(p99)/float64(max(p50, 1))), row.Wrong, row.Failed, row.Lost})
	}
	return write(w, t)
}

// BesideReport is what Beside measured.
type BesideReport struct {
	Way  string
	Rows []BesideRow
}

// BesideRow is what became of one light query beside so many heavy ones of a kind.
type BesideRow struct {
	Kind  string
	Heavy int
	Light string
	*Outcome
	Load Load // what the heavy ones did
}

// Write prints the report for a person.
func (r *BesideReport) Write(w io.Writer) error {
	t := newTable(3, "heavy", "", "light", "asked", "p50 ms", "p95 ms", "p99 ms", "most ms", "wrong", "failed", "lost", "heavy answered", "refused", "ended ms")
	for _, row := range r.Rows {
		t.AppendRow(table.Row{row.Kind, row.Heavy, row.Light, row.Asked,
			ms(row.Within(0.5)), ms(row.Within(0.95)), ms(row.Within(0.99)), ms(row.Within(1)), row.Wrong, row.Failed, row.Lost,
			row.Load.Answered, row.Load.Refused, ms(row.Load.Ended)})
	}
	if err := write(w, t); err != nil {
		return err
	}
	return r.refused(w)
}

// refused says why heavy queries of a kind were refused, once for each kind.
func (r *BesideReport) refused(w io.Writer) error {
	said := map[string]bool{}
	for _, row := range r.Rows {
		if row.Load.First == nil || said[row.Kind] {
			continue
		}
		said[row.Kind] = true
		if _, err := fmt.Fprintf(w, "%s refused: %v\n", row.Kind, row.Load.First); err != nil {
			return fmt.Errorf("write the table of clients: %w", err)
		}
	}
	return nil
}

// newTable makes a table, the columns behind the first so many with numbers.
func newTable(texts int, head ...any) table.Writer {
	t := table.NewWriter()
	style := table.StyleRounded
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	t.AppendHeader(head)
	var numbers []table.ColumnConfig
	for i := texts + 1; i <= len(head); i++ {
		numbers = append(numbers, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(numbers)
	return t
}

func write(w io.Writer, t table.Writer) error {
	if _, err := fmt.Fprintln(w, t.Render()); err != nil {
		return fmt.Errorf("write the table of clients: %w", err)
	}
	return nil
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()*1000) }
