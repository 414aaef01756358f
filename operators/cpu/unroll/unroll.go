// Package unroll makes a program for each of the few rows that all rows of a table are joined
// with: in it the columns of that one partner are constants, and what depends on these alone is
// computed.
package unroll

import (
	"gsdms/operators"
	"gsdms/plan"
)

// Part is what a program does with one of the partners.
type Part struct {
	Program *operators.Program
	Group   int // of the sink of the whole, where all rows go to it; the part's sink has no keys then
	Alone   bool
}

// A body is made for each of so many partners at most, and of so many instructions in all.
const (
	mostPartners     = 64
	mostInstructions = 4096
)

// Of gives the parts of a program whose first join is one with the same few rows of a table for all rows;
// nil of another. What is before that join is part of each, so it must cost little.
func Of(p *operators.Program) []Part {
	if _, ok := p.Sink.(*operators.Groups); !ok {
		return nil
	}
	at, from, to := product(p)
	if from >= to || to-from > mostPartners || int(to-from)*len(p.Body) > mostInstructions {
		return nil
	}
	var parts []Part
	for row := from; row < to; row++ {
		parts = append(parts, partOf(p, at, row))
	}
	return parts
}

// product finds the probe of a program whose partners are the same for all rows, and the first of
// these and the one behind the last; no rows where there is none.
func product(p *operators.Program) (at int, from, to int64) {
	numbers := map[int]int64{}
	for i, in := range p.Body {
		switch in := in.(type) {
		case operators.Const:
			if !in.Null && !p.Regs[in.Dst].Float {
				numbers[in.Dst] = in.Int
			}
		case operators.Load, operators.Row, operators.Lookup:
		case operators.Compute:
			if in.Row != nil || in.Operation().Near {
				return 0, 0, 0
			}
		case operators.Probe:
			if !p.Indexes[in.Index].Spans || in.Kind != plan.InnerJoin || in.Cond >= 0 {
				return 0, 0, 0
			}
			first, known := numbers[in.Keys[0]]
			end, ends := numbers[in.Keys[1]]
			if !known || !ends {
				return 0, 0, 0
			}
			return i, first, end
		default:
			return 0, 0, 0
		}
	}
	return 0, 0, 0
}

// partOf is what a program does with one partner, by its row.
func partOf(p *operators.Program, at int, row int64) Part {
	f := &folder{p: p, known: map[int]operators.Const{}, same: map[int]int{}, by: map[int]operators.Instr{}}
	for i, in := range p.Body {
		if i == at {
			f.constant(operators.Const{Dst: in.(operators.Probe).Dst, Int: row})
			continue
		}
		f.instruction(in)
	}
	part := Part{Program: &operators.Program{
		Name: p.Name, Text: p.Text, Table: p.Table, Columns: p.Columns, Filters: p.Filters, Zones: p.Zones, Body: f.body,
		Regs: p.Regs, Arrays: p.Arrays, Bits: p.Bits, Indexes: p.Indexes, Sink: p.Sink, Limit: p.Limit, Passing: true, Origins: p.Origins,
	}}
	if g := p.Sink.(*operators.Groups); len(g.Keys) > 0 && g.Dense {
		if part.Group, part.Alone = f.group(g); part.Alone {
			part.Program.Sink = &operators.Groups{Aggs: g.Aggs, Dense: true, Size: 1}
		}
	}
	return part
}

// group is the number of the only group of a sink to which rows go, if its keys are constants.
func (f *folder) group(g *operators.Groups) (number int, ok bool) {
	for _, k := range g.Keys {
		key, known := f.known[k.Reg]
		if !known || k.Float {
			return 0, false
		}
		place := 0
		if !key.Null {
			place = int(key.Int - k.Lo)
			if k.Nullable {
				place++
			}
		}
		if place < 0 || place >= max(1, k.Size) || key.Null && !k.Nullable {
			return 0, false
		}
		number = number*max(1, k.Size) + place
	}
	return number, true
}
