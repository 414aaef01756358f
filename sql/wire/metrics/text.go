package metrics

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// page is a text in the format of Prometheus (version 0.0.4): families of samples, each with
// a head.
type page struct{ bytes.Buffer }

// head begins a family: counter, gauge or histogram.
func (p *page) head(name, kind, help string) {
	fmt.Fprintf(p, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// sample adds one; labels are names and values in turn.
func (p *page) sample(name string, value float64, labels ...string) {
	p.WriteString(name)
	for i := 0; i < len(labels); i += 2 {
		p.WriteByte("{,"[min(i, 1)])
		fmt.Fprintf(p, `%s="%s"`, labels[i], escapeLabel(labels[i+1]))
	}
	if len(labels) > 0 {
		p.WriteByte('}')
	}
	p.WriteByte(' ')
	p.WriteString(number(value))
	p.WriteByte('\n')
}

// one is a family of one sample.
func (p *page) one(name, kind, help string, value float64) {
	p.head(name, kind, help)
	p.sample(name, value)
}

func escapeLabel(s string) string {
	return strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`).Replace(s)
}

// number spells a number; counts up to 2^53 have no exponent.
func number(x float64) string {
	if x == float64(int64(x)) && x < 1<<53 && x > -1<<53 {
		return strconv.FormatInt(int64(x), 10)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
