package bench

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// WriteTable prints the report for a person.
func (r *Report) WriteTable(w io.Writer) error {
	parts := []string{r.heading()}
	if len(r.Queries) > 0 {
		parts = append(parts, r.queryTable())
	}
	if len(r.Batches) > 0 {
		parts = append(parts, r.batchTable())
	}
	if _, err := fmt.Fprintln(w, strings.Join(parts, "\n\n")); err != nil {
		return fmt.Errorf("write the benchmark's table: %w", err)
	}
	return nil
}

func (r *Report) heading() string {
	plans, threads := "", "threads"
	if r.Cold {
		plans = ", planned anew each time"
	}
	if r.Threads == 1 {
		threads = "thread"
	}
	notice := ""
	if r.Notice != "" {
		notice = "\n" + r.Notice
	}
	settled := ""
	if r.Settled > 0 {
		settled = fmt.Sprintf(" and %d more for kernels that were being compiled", r.Settled)
	}
	return fmt.Sprintf("%s, %s: %s rows of %s\n%s, %d %s on %s\nmedian of %s runs after %d to warm up%s; a time is a whole query, from its text to its result%s%s",
		r.Benchmark, r.Size, thousands(r.Rows[r.Fact]), r.Fact, r.Backend, r.Threads, threads, r.Machine.CPU, r.runs(), r.Warmup, settled, plans, notice)
}

// runs says how many there are of each query.
func (r *Report) runs() string {
	if r.Long == 0 {
		return strconv.Itoa(r.Runs)
	}
	return fmt.Sprintf("up to %d", r.Runs)
}

// newTable is a table whose columns are numbers, but for the first and the last.
func newTable(header table.Row) table.Writer {
	t := table.NewWriter()
	style := table.StyleRounded
	style.Format.Header, style.Format.Footer = text.FormatDefault, text.FormatDefault
	t.SetStyle(style)
	t.AppendHeader(header)
	var numbers []table.ColumnConfig
	for i := 2; i < len(header); i++ {
		right := text.AlignRight
		numbers = append(numbers, table.ColumnConfig{Number: i, Align: right, AlignHeader: right, AlignFooter: right})
	}
	numbers = append(numbers, table.ColumnConfig{Number: len(header), WidthMax: 60, WidthMaxEnforcer: text.WrapSoft})
	t.SetColumnConfigs(numbers)
	return t
}

func (r *Report) queryTable() string {
	t := newTable(table.Row{"one by one", "rows", "min ms", "median ms", "max ms", "rows/s", "answer"})
	var sum Times
	timed := 0
	for i, q := range r.Queries {
		if i > 0 && flight(q.Query) != flight(r.Queries[i-1].Query) {
			t.AppendSeparator()
		}
		t.AppendRow(table.Row{q.Query, q.rows(), ms(q.Min), ms(q.Median), ms(q.Max), r.rate(1, q.Median), q.verdict()})
		if q.Max > 0 {
			timed++
		}
		sum.Min, sum.Median, sum.Max = sum.Min+q.Min, sum.Median+q.Median, sum.Max+q.Max
	}
	name := "sum"
	if timed < len(r.Queries) {
		name = fmt.Sprintf("sum of %d", timed)
	}
	if len(r.Queries) > 1 {
		t.AppendFooter(table.Row{name, "", ms(sum.Min), ms(sum.Median), ms(sum.Max), r.rate(timed, sum.Median), ""})
	}
	return t.Render()
}

// rows prints the rows of the result, and nothing where there is none.
func (q *QueryTimes) rows() string {
	if q.Error != "" {
		return ""
	}
	return strconv.Itoa(q.Rows)
}

// flight is what a query's name has before the point, if it has one: queries of one flight
// stand together.
func flight(query string) string {
	name, _, dotted := strings.Cut(query, ".")
	if !dotted {
		return ""
	}
	return name
}

func (r *Report) batchTable() string {
	t := newTable(table.Row{"at once", "passes over the table", "min ms", "median ms", "max ms", "ms/query", "rows/s", "answers"})
	for _, b := range r.Batches {
		name := fmt.Sprintf("%d queries", b.Concurrency)
		if b.Queries < b.Concurrency {
			name = fmt.Sprintf("%d of %d queries", b.Queries, b.Concurrency)
		}
		if b.Random != 0 {
			name += ", random"
		}
		t.AppendRow(table.Row{name, strconv.FormatFloat(b.Passes, 'f', 2, 64), ms(b.Min), ms(b.Median), ms(b.Max),
			ms(b.Median / float64(max(b.Queries, 1))), r.rate(b.Queries, b.Median), b.verdict()})
	}
	return t.Render()
}

// rate is rows of the fact table a second, counted once for each query.
func (r *Report) rate(queries int, median float64) string {
	if median == 0 {
		return ""
	}
	perSecond := float64(queries) * float64(r.Rows[r.Fact]) / median * 1000
	for _, unit := range []string{"", " k", " M", " G"} {
		if perSecond < 1000 {
			return strconv.FormatFloat(perSecond, 'f', 1, 64) + unit
		}
		perSecond /= 1000
	}
	return strconv.FormatFloat(perSecond, 'f', 1, 64) + " T"
}

func (v Verdict) verdict() string {
	switch {
	case v.Wrong != "":
		return "WRONG"
	case v.Verified && v.Error != "":
		return "right, " + v.Error
	case v.Error != "":
		return v.Error
	case v.Verified:
		return "right"
	default:
		return "not checked"
	}
}

// ms prints milliseconds with three digits or so, and nothing where there is no time.
func ms(v float64) string {
	switch {
	case v == 0:
		return ""
	case v < 10:
		return strconv.FormatFloat(v, 'f', 3, 64)
	default:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
}

func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
