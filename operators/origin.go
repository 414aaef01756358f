package operators

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"gsdms/plan"
)

// Blame completes the error of a run of the program: a *plan.RangeError that does not
// say where, as devices report it, gets the expression if only one can leave its range,
// else the list of those that can.
func (p *Program) Blame(err error) error {
	var outside *plan.RangeError
	if !errors.As(err, &outside) || outside.In != "" {
		return err
	}
	kinds, texts := p.suspects()
	switch len(texts) {
	case 0:
		return err
	case 1:
		return &plan.RangeError{Kind: kinds[0], In: texts[0]}
	}
	return &plan.UnplacedRangeError{In: texts}
}

// suspects are the expressions that can leave their range, each once.
func (p *Program) suspects() (kinds []plan.Kind, texts []string) {
	add := func(kind plan.Kind, text string) {
		if text != "" && !slices.Contains(texts, text) {
			kinds, texts = append(kinds, kind), append(texts, text)
		}
	}
	p.eachCompute(p.Body, func(k Compute) {
		if e := p.Origins[k.Dst]; e != nil && p.mayFail(k) {
			add(e.Type().Kind, plan.Written(e))
		}
	})
	if g, ok := p.Sink.(*Groups); ok {
		for _, f := range g.Aggs {
			add(plan.Double, f.Name)
		}
	}
	return kinds, texts
}

func (p *Program) eachCompute(body []Instr, f func(Compute)) {
	for _, in := range body {
		switch in := in.(type) {
		case Compute:
			f(in)
		case Probe:
			p.eachCompute(in.On, f)
		}
	}
}

// mayFail reports whether the bounds of its arguments let an instruction fail.
func (p *Program) mayFail(k Compute) bool {
	a := p.Regs[k.Args[0]]
	switch k.Op {
	case IntDiv, FloorDiv, AbsChecked, NegChecked:
		return a.Lo == math.MinInt64
	case ScaleUp, DivScaled, DivTruncated: // a quotient is no larger than what is divided
		hi, lo := bits.Mul64(max(Magnitude(a.Lo), Magnitude(a.Hi)), uint64(k.Imm))
		return hi != 0 || lo > math.MaxInt64
	}
	return k.Operation().Fails
}
