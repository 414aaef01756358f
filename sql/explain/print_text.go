package explain

import (
	"fmt"
	"slices"
	"strings"
)

// Text draws the tree for a terminal: a line for each step, in the order in which rows take
// them. What a step reads of other pipelines stands below it, behind a bar; a pipeline that
// several read stands below the first.
func (t *Tree) Text() string {
	d := &drawing{tree: t, drawn: map[int]bool{}}
	d.pipeline(&t.Pipelines[len(t.Pipelines)-1], "")
	return d.String() + t.footer()
}

// drawing is the state of one Text: lines, each with the cells in front of it.
type drawing struct {
	tree  *Tree
	drawn map[int]bool // pipelines, by number
	lines []line
}

type line struct {
	cells []string
	text  string
}

// pipeline draws the steps of a pipeline behind bars.
func (d *drawing) pipeline(p *Pipeline, bars string) {
	d.drawn[p.Number] = true
	width := 0
	for _, s := range p.Steps {
		width = max(width, len(s.Kind))
	}
	for i, s := range p.Steps {
		d.lines = append(d.lines, line{p.cells(i), bars + fmt.Sprintf("%-*s  %s", width, s.Kind, s.describe())})
		for _, r := range s.Reads {
			d.input(r, bars+"│ ")
		}
	}
}

// input draws a pipeline below a step that reads it.
func (d *drawing) input(number int, bars string) {
	p := &d.tree.Pipelines[number-1]
	title := fmt.Sprintf("pipeline %d", number)
	if d.drawn[number] {
		d.lines = append(d.lines, line{nil, bars + title + ": as above"})
		return
	}
	if len(p.ReadBy) > 1 {
		title += ", read by " + numbers(p.ReadBy)
	}
	if p.Known {
		title += ", which an earlier statement has, too"
	}
	if p.Open {
		title += ", joined in the order of least rows"
	}
	d.lines = append(d.lines, line{nil, bars + title})
	d.pipeline(p, bars)
}

// cells are what stands in front of a step: rows, and of a pipeline that ran its times and
// bytes in front of the first.
func (p *Pipeline) cells(step int) []string {
	s := p.Steps[step]
	cells := []string{count(s.Estimate)}
	if p.Run == nil {
		return cells
	}
	cells = append(cells, count(s.Rows), "", "")
	if s.Kind == Scan {
		cells[2], cells[3] = fmt.Sprintf("%.3f", p.Run.ScanMS), megabytes(p.Run.Read)
	}
	if step == len(p.Steps)-1 && step > p.sink() {
		cells[2] = fmt.Sprintf("%.3f", p.Run.TailMS)
	}
	return cells
}

func count(n *int64) string {
	if n == nil {
		return ""
	}
	return rounded(*n)
}

// describe prints a step without its kind.
func (s Step) describe() string {
	out := s.name()
	if len(s.Reads) > 0 {
		out = strings.TrimSpace("pipeline " + numbers(s.Reads) + " " + out)
	}
	return strings.TrimSpace(out + " " + s.What)
}

func numbers(all []int) string {
	texts := make([]string, len(all))
	for i, n := range all {
		texts[i] = fmt.Sprint(n)
	}
	if n := len(texts); n > 1 {
		return strings.Join(texts[:n-1], ", ") + " and " + texts[n-1]
	}
	return strings.Join(texts, "")
}

// String writes titles and lines, the cells right aligned.
func (d *drawing) String() string {
	titles := []string{"estimate"}
	if d.tree.Run != nil {
		titles = append(titles, "rows", "ms", "MB")
	}
	all := slices.Insert(d.lines, 0, line{titles, ""})
	widths := make([]int, len(titles))
	for _, l := range all {
		for i, c := range l.cells {
			widths[i] = max(widths[i], len(c))
		}
	}
	var b strings.Builder
	for _, l := range all {
		var front strings.Builder
		for i, w := range widths {
			cell := ""
			if i < len(l.cells) {
				cell = l.cells[i]
			}
			fmt.Fprintf(&front, "%*s  ", w, cell)
		}
		b.WriteString(strings.TrimRight(front.String()+l.text, " ") + "\n")
	}
	return b.String()
}

// footer says what the run of the whole statement took, and with whom it shared scans.
func (t *Tree) footer() string {
	if t.Run == nil {
		return ""
	}
	var b strings.Builder
	parts := make([]string, len(t.Run.Parts))
	for i, p := range t.Run.Parts {
		parts[i] = fmt.Sprintf("%s %.3f", p.Part, p.MS)
	}
	fmt.Fprintf(&b, "%s in %.3f ms: %s\n", counted(int(t.Run.Rows), "row", "rows"), t.Run.WallMS, strings.Join(parts, ", "))
	if t.Run.Memory > 0 {
		fmt.Fprintf(&b, "memory: %s MB at most\n", megabytes(t.Run.Memory))
	}
	if t.Run.Spilled > 0 {
		fmt.Fprintf(&b, "spilled to files: %s MB; a larger --query-memory has more of it in memory\n", megabytes(t.Run.Spilled))
	}
	for i := range t.Pipelines {
		b.WriteString(t.remarks(&t.Pipelines[i]))
	}
	return b.String()
}

// remarks says of a pipeline's run what is not usual: sharing, skipping, another backend.
func (t *Tree) remarks(p *Pipeline) string {
	var said []string
	if slices.ContainsFunc(p.Run.Sharing, func(s Sharing) bool { return s.Queries > 1 }) {
		said = append(said, "shared by "+sharing(p.Run.Sharing))
	}
	if p.Run.Spilled > 0 {
		said = append(said, megabytes(p.Run.Spilled)+" MB written to files")
	}
	if n := p.Run.Skipped; n > 0 {
		said = append(said, fmt.Sprintf("%s of %d skipped by zone maps", counted(n, "segment", "segments"), n+p.Run.Segments))
	}
	if p.Run.Refused != "" {
		said = append(said, "on "+p.Run.Device+", refused by the first backend: "+p.Run.Refused)
	}
	if p.Run.Chosen != "" {
		said = append(said, "on "+p.Run.Device+", "+p.Run.Chosen)
	}
	if len(said) == 0 {
		return ""
	}
	if len(t.Pipelines) == 1 {
		return strings.Join(said, "; ") + "\n"
	}
	return fmt.Sprintf("pipeline %d: %s\n", p.Number, strings.Join(said, "; "))
}
