package suite

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// WriteTable prints times for a person: first the queries that have some, with their sum,
// then why the others have none.
func WriteTable(w io.Writer, title string, times []Times) error {
	t := table.NewWriter()
	style := table.StyleRounded
	style.Format.Header, style.Format.Footer = text.FormatDefault, text.FormatDefault
	t.SetStyle(style)
	t.AppendHeader(table.Row{title, "rows", "min ms", "median ms", "max ms"})
	var numbers []table.ColumnConfig
	for i := 2; i <= 5; i++ {
		numbers = append(numbers, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight, AlignFooter: text.AlignRight})
	}
	t.SetColumnConfigs(numbers)
	var sum Times
	var refused []string
	for _, q := range times {
		if q.Error != "" {
			refused = append(refused, fmt.Sprintf("%s: %s\n", q.Query, q.Error))
			continue
		}
		t.AppendRow(table.Row{q.Query, q.Rows, ms(q.Min), ms(q.Median), ms(q.Max)})
		sum.Min, sum.Median, sum.Max = sum.Min+q.Min, sum.Median+q.Median, sum.Max+q.Max
	}
	t.AppendFooter(table.Row{fmt.Sprintf("sum of %d", len(times)-len(refused)), "", ms(sum.Min), ms(sum.Median), ms(sum.Max)})
	out := t.Render() + "\n"
	if len(refused) > 0 {
		out += fmt.Sprintf("\n%d of %d have no answer:\n%s", len(refused), len(times), strings.Join(refused, ""))
	}
	if _, err := io.WriteString(w, out); err != nil {
		return fmt.Errorf("write the table of times: %w", err)
	}
	return nil
}

// ms prints milliseconds with three digits or so.
func ms(v float64) string {
	if v < 10 {
		return strconv.FormatFloat(v, 'f', 3, 64)
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}
