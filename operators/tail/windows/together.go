package windows

import (
	"strings"

	"gsdms/plan"
)

// between stands between the texts of a frame.
const between = ", "

// together puts the texts of frames together.
type together struct {
	l     *Layout
	arg   plan.Vector // by position
	of    plan.Type
	texts []string // by row
	nulls []bool   // likewise
	frames
}

func (l *Layout) putTogether(f plan.WindowFunc) (evaluator, error) {
	arg, err := l.Run.Column(f.Args[0])
	if err != nil {
		return nil, err
	}
	if arg, err = l.Run.Gather(&arg, l.Order); err != nil {
		return nil, err
	}
	n := len(l.Order)
	const rowBytes = 17 // of a text without its letters, and whether it is NULL
	return &together{l: l, arg: arg, of: f.Of, texts: make([]string, n), nulls: make([]bool, n), frames: l.frames(f.Over)}, l.Run.Take(rowBytes * int64(n))
}

func (e *together) partitions(parts []Part) error {
	f := e.frames.begin()
	return each(parts, func(p Part) error { return e.partition(p, f) })
}

// partition has rows of one frame share its text.
func (e *together) partition(p Part, f frame) error {
	f.start(p)
	last, text := Part{Lo: -1}, ""
	for i := p.Lo; i < p.Hi; i++ {
		if err := e.l.stopped(i); err != nil {
			return err
		}
		row := e.l.Order[i]
		lo, hi := f.of(i)
		if lo >= hi {
			e.nulls[row] = true
			continue
		}
		if of := (Part{lo, hi}); of != last {
			last, text = of, e.text(lo, hi)
			if err := e.l.Run.Take(int64(len(text))); err != nil {
				return err
			}
		}
		e.texts[row] = text
	}
	return nil
}

// text is those at positions [lo, hi) together.
func (e *together) text(lo, hi int) string {
	var b strings.Builder
	for i := lo; i < hi; i++ {
		if i > lo {
			b.WriteString(between)
		}
		b.WriteString(e.arg.Value(i).Text)
	}
	return b.String()
}

func (e *together) column() (plan.Vector, error) {
	return plan.Vector{Type: e.of, Texts: e.texts, Nulls: e.nulls}, nil
}
