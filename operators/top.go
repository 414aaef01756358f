package operators

import "slices"

// Sets is the register that an instruction sets.
func Sets(in Instr) (dst int, ok bool) {
	switch i := in.(type) {
	case Load:
		return i.Dst, true
	case Row:
		return i.Dst, true
	case Const:
		return i.Dst, true
	case Compute:
		return i.Dst, true
	case Lookup:
		return i.Dst, true
	case Probe:
		return i.Sets()
	}
	return 0, false
}

// TopSet is the number of the instruction behind which all keys of the sink's top are known, and
// rows can be dropped; -1 without one, for one of parts, and where a Probe sets the last of them.
func (p *Program) TopSet() int {
	e, ok := p.Sink.(*Emit)
	if !ok || e.Top == nil || e.Top.Within != nil {
		return -1
	}
	last := -1
	for i, in := range p.Body {
		d, sets := Sets(in)
		if sets && slices.ContainsFunc(e.Top.Keys, func(k TopKey) bool { return k.Reg == d }) {
			last = i
		}
	}
	if last >= 0 {
		if _, probe := p.Body[last].(Probe); probe {
			return -1
		}
	}
	return last
}
