package optimizer

// label is a state of the dynamic programme: the kernels so far take load.
type label struct {
	Load
	option int // of the last kernel
	from   int // index of the label before, in the layer before
}

// assign is stage two, [L19] Algorithm 1: blocks and warps for the kernels of a batch
// that take the least shared memory. The Bellman equation
//
//	V[i, b, w] = min over b_i of V[i-1, b-b_i, w-w_i b_i] + s_i b_i
//
// is kept sparse: a layer holds only the (blocks, warps, registers, shared memory) that
// no other state of the layer dominates, so that the registers, whose use depends on
// the b_i, are inside the optimisation and not checked at its end. It returns nil if
// the kernels do not fit together. Ties go to fewer blocks, then fewer warps, then the
// earlier option.
func (p *problem) assign(members []int) []Launch {
	if s, ok := p.single(members); ok {
		return s
	}
	layers := make([][]label, len(members)+1)
	layers[0] = []label{{}}
	for i, m := range members {
		layers[i+1] = p.extend(nil, layers[i], &p.kernels[m])
	}
	last := layers[len(members)]
	if len(last) == 0 {
		return nil
	}
	best := 0
	for j := range last {
		if cheaper(last[j].Load, last[best].Load) {
			best = j
		}
	}
	return p.launches(layers, members, best)
}

// single serves the common case that no kernel has a choice.
func (p *problem) single(members []int) ([]Launch, bool) {
	var sum Load
	for _, m := range members {
		if len(p.kernels[m].options) != 1 {
			return nil, false
		}
		sum = sum.Plus(p.kernels[m].least)
	}
	if !sum.Within(p.room) {
		return nil, true
	}
	out := make([]Launch, len(members))
	for i, m := range members {
		o := &p.kernels[m].options[0]
		out[i] = Launch{Kernel: m, Blocks: o.blocks, Warps: o.warps}
	}
	return out, true
}

// extend appends to next the states that follow from layer when k joins.
func (p *problem) extend(next, layer []label, k *kernel) []label {
	start := len(next)
	for from := range layer {
		for o := range k.options {
			l := layer[from].Plus(k.options[o].load)
			if l.Within(p.room) && !dominated(next[start:], l) {
				next = append(dropDominated(next, start, l), label{l, o, from})
			}
		}
	}
	return next
}

func dominated(layer []label, l Load) bool {
	for i := range layer {
		if layer[i].Within(l) {
			return true
		}
	}
	return false
}

func dropDominated(layer []label, start int, l Load) []label {
	keep := start
	for i := start; i < len(layer); i++ {
		if !l.Within(layer[i].Load) {
			layer[keep] = layer[i]
			keep++
		}
	}
	return layer[:keep]
}

func cheaper(a, b Load) bool {
	if a.Shared != b.Shared {
		return a.Shared < b.Shared
	}
	if a.Blocks != b.Blocks {
		return a.Blocks < b.Blocks
	}
	return a.Warps < b.Warps
}

// launches walks back from label best of the last layer.
func (p *problem) launches(layers [][]label, members []int, best int) []Launch {
	out := make([]Launch, len(members))
	for i := len(members); i > 0; i-- {
		l := &layers[i][best]
		o := &p.kernels[members[i-1]].options[l.option]
		out[i-1] = Launch{Kernel: members[i-1], Blocks: o.blocks, Warps: o.warps}
		best = l.from
	}
	return out
}
