package explain

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"
)

// The measures of a picture, in pixels.
const (
	letter   = 7.3 // of the fixed-width font, at most
	lineRise = 17
	margin   = 10
	tip      = 9  // of the arrow at the end of an edge
	longest  = 72 // letters of a line; longer ones end with …
)

// style is that of all pictures; they refer to nothing outside.
const style = `text { font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1b1f24 }
.title { font-weight: bold }
.rows { fill: #57606a; font-size: 11px; stroke: #ffffff; stroke-width: 4px; paint-order: stroke }
.box { fill: #f6f8fa; stroke: #57606a }
.result { fill: #ddf4ff; stroke: #0969da }
.kept { fill: #fff8c5; stroke: #9a6700 }
.edge { fill: none; stroke: #8c959f }`

// arrow is the end of all edges.
const arrow = `<marker id="arrow" viewBox="0 0 10 10" refX="2" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="#8c959f"/></marker>`

// SVG draws the tree as a graph of pipelines in a picture that needs no other file: a box for
// each, with its steps, and an edge to each that reads its rows, the thicker the more rows.
// What several read is yellow, the result blue.
func (t *Tree) SVG() string {
	texts, sizes := make([][]string, len(t.Pipelines)), make([][2]int, len(t.Pipelines))
	for i := range t.Pipelines {
		texts[i] = t.Pipelines[i].labels()
		sizes[i] = [2]int{2*margin + int(letter*float64(widest(texts[i]))), 2*margin + lineRise*len(texts[i])}
	}
	boxes, width, height := layered(t, sizes)
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n<style>\n%s\n</style>\n%s\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n", escaped(t.Query), style, arrow)
	for _, from := range boxes[:len(t.Pipelines)] {
		for _, to := range from.to {
			t.edge(&b, from, to)
		}
	}
	for i, at := range boxes[:len(t.Pipelines)] {
		t.Pipelines[i].draw(&b, at, texts[i])
	}
	b.WriteString("</svg>")
	return b.String()
}

func widest(lines []string) int {
	most := 0
	for _, l := range lines {
		most = max(most, utf8.RuneCountInString(l))
	}
	return most
}

// labels are the lines of a pipeline's box.
func (p *Pipeline) labels() []string {
	title := fmt.Sprintf("pipeline %d", p.Number)
	switch {
	case len(p.ReadBy) == 0:
		title += ": the result"
	case p.Known:
		title += ", of an earlier statement, too"
	}
	if r := p.Run; r != nil {
		title += fmt.Sprintf("  %.2f ms", r.ScanMS+r.TailMS)
		if r.Read > 0 {
			title += ", " + megabytes(r.Read) + " MB"
		}
	}
	lines, kinds := []string{title}, 0
	for _, s := range p.Steps {
		kinds = max(kinds, len(s.Kind))
	}
	for _, s := range p.Steps {
		text := fmt.Sprintf("%-*s  %s", kinds, s.Kind, s.describe())
		lines = append(lines, shortened(text, longest)+s.counts())
	}
	return lines
}

// counts is the number of rows behind a step: counted, or else expected.
func (s Step) counts() string {
	switch {
	case s.Rows != nil:
		return "  → " + rounded(*s.Rows)
	case s.Estimate != nil:
		return "  ~ " + rounded(*s.Estimate)
	}
	return ""
}

func shortened(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return strings.TrimRight(text, " ")
	}
	return string([]rune(text)[:most-1]) + "…"
}

func (p *Pipeline) draw(b *strings.Builder, at *box, lines []string) {
	class := "box"
	switch len(p.ReadBy) {
	case 0:
		class = "result"
	case 1:
	default:
		class = "kept"
	}
	fmt.Fprintf(b, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", class, at.x, at.y, at.w, at.h)
	for i, l := range lines {
		is := ""
		if i == 0 {
			is = ` class="title"`
		}
		fmt.Fprintf(b, "<text%s x=\"%d\" y=\"%d\">%s</text>\n", is, at.x+margin, at.y+margin+lineRise*i+12, escaped(l))
	}
}

// edge draws an edge with its bends, and the number of rows where it begins.
func (t *Tree) edge(b *strings.Builder, from, to *box) {
	rows, known := t.Pipelines[from.pipeline].left()
	width := 1.5
	if rows > 0 {
		width += math.Log10(float64(rows))
	}
	x, y := from.x+from.w/2, from.y+from.h
	path := fmt.Sprintf("M%d %d V%d", x, y, from.below)
	for at, next := from, to; ; at, next = next, next.to[0] {
		tx, ty := next.x+next.w/2, next.y
		if next.pipeline >= 0 {
			ty -= tip
		}
		path += fmt.Sprintf(" C%d %d %d %d %d %d", at.x+at.w/2, at.below+rise/2, tx, ty-rise/2, tx, ty)
		if next.pipeline >= 0 {
			break
		}
		path += fmt.Sprintf(" V%d", next.below)
	}
	fmt.Fprintf(b, "<path class=\"edge\" d=\"%s\" stroke-width=\"%.1f\" marker-end=\"url(#arrow)\"/>\n", path, width)
	if known {
		fmt.Fprintf(b, "<text class=\"rows\" x=\"%d\" y=\"%d\">%s</text>\n", x+8, y+16, rounded(rows))
	}
}

// left is how many rows a pipeline has left, or is expected to.
func (p *Pipeline) left() (rows int64, known bool) {
	if p.Run != nil {
		return p.Run.Rows, true
	}
	if n := p.leaves(); n != nil {
		return *n, true
	}
	return 0, false
}

// escaped makes a text one of XML, without characters that XML has not.
func escaped(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	return strings.ReplaceAll(html.EscapeString(text), " ", "\u00a0") // or runs of spaces are one
}
