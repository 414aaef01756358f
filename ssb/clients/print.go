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
	t := table.NewWriter()
	style := table.StyleRounded
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	head := table.Row{"", "asked", "queries/s", "of the first", "cpu ms", "p50 ms", "p95 ms", "p99 ms", "p99/p50", "wrong", "failed", "lost"}
	t.AppendHeader(head)
	var numbers []table.ColumnConfig
	for i := 2; i <= len(head); i++ {
		numbers = append(numbers, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(numbers)
	for _, row := range r.Rows {
		share := ""
		if row.Share > 0 {
			share = fmt.Sprintf("%.2f", row.Share)
		}
		p50, p99 := row.Within(0.5), row.Within(0.99)
		t.AppendRow(table.Row{row.What, row.Asked, fmt.Sprintf("%.0f", row.PerSecond()), share,
			ms(row.CPUEach()), ms(p50), ms(row.Within(0.95)), ms(p99), fmt.Sprintf("%.1f", float64(p99)/float64(max(p50, 1))), row.Wrong, row.Failed, row.Lost})
	}
	if _, err := fmt.Fprintln(w, t.Render()); err != nil {
		return fmt.Errorf("write the table of clients: %w", err)
	}
	return nil
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()*1000) }
