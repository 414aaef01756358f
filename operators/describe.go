package operators

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
)

// Describe prints the program, one step a line, as EXPLAIN shows it.
func (p *Program) Describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "scan %s: %d rows\n", p.Table.Name, p.Table.Rows)
	for i, c := range p.Columns {
		fmt.Fprintf(&b, "column c%d = %s %s\n", i, p.Table.Columns[c.Ordinal].Name, describeStorage(c.Storage))
	}
	for _, c := range p.Filters {
		fmt.Fprintf(&b, "filter %s, %s of the rows\n", p.describeClause(c), percent(c.Selectivity))
	}
	for _, c := range p.Zones {
		fmt.Fprintf(&b, "zones %s\n", p.describeClause(c))
	}
	p.describeBody(&b, p.Body, "")
	p.describeSink(&b)
	if p.Limit >= 0 {
		fmt.Fprintf(&b, "limit %d\n", p.Limit)
	}
	if p.Offset > 0 {
		fmt.Fprintf(&b, "offset %d\n", p.Offset)
	}
	return b.String()
}

func percent(share float64) string { return strconv.FormatFloat(share*100, 'g', 3, 64) + " %" }

func describeStorage(s plan.Storage) string {
	text := "u" + strconv.Itoa(8*s.Width)
	if s.Float {
		text = "f64"
	}
	if s.Bias != 0 {
		text += fmt.Sprintf("%+d", s.Bias)
	}
	if s.Nullable {
		text += " null"
	}
	return text
}

// mostDescribed is how many leaves of a clause are printed.
const mostDescribed = 16

func (p *Program) describeClause(c Clause) string {
	if len(c.Any) == 0 {
		return "nothing"
	}
	var parts []string
	for i, l := range c.Any {
		if i == mostDescribed {
			parts = append(parts, fmt.Sprintf("%d more", len(c.Any)-i))
			break
		}
		column := p.Columns[l.column()]
		name := p.Table.Columns[column.Ordinal].Name
		switch l := l.(type) {
		case Ranges:
			parts = append(parts, name+" in "+describeRanges(l.In, column.Storage))
		case Member:
			parts = append(parts, fmt.Sprintf("%s in set s%d (%d of %d)", name, l.Set, p.Bits[l.Set].count(), p.Bits[l.Set].Len))
		}
	}
	return strings.Join(parts, " or ")
}

// describeRanges prints ranges in the numbers they stand for.
func describeRanges(in []Range, s plan.Storage) string {
	var parts []string
	show := func(n int64) string { return strconv.FormatInt(n, 10) }
	if s.Float {
		s = plan.RankStorage(s.Nullable)
		show = func(n int64) string { return value.FormatFloat(plan.OfRank(n)) }
	}
	for _, r := range in {
		if s.Nullable && r.Lo == 0 {
			parts = append(parts, "null")
			if r.Hi == 0 {
				continue
			}
			r.Lo = 1
		}
		lo, _ := s.Load(r.Lo)
		hi, _ := s.Load(r.Hi)
		if lo == hi {
			parts = append(parts, show(lo))
			continue
		}
		parts = append(parts, show(lo)+".."+show(hi))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (p *Program) describeBody(b *strings.Builder, code []Instr, indent string) {
	for _, in := range code {
		b.WriteString(indent + p.describeInstr(in) + "\n")
		if probe, ok := in.(Probe); ok && probe.Cond >= 0 {
			p.describeBody(b, probe.On, indent+"  on ")
			fmt.Fprintf(b, "%s  on keep r%d\n", indent, probe.Cond)
		}
	}
}

func (p *Program) describeInstr(in Instr) string {
	switch in := in.(type) {
	case Load:
		return p.describeReg(in.Dst) + fmt.Sprintf("load c%d (%s)", in.Column, p.Table.Columns[p.Columns[in.Column].Ordinal].Name)
	case Row:
		return p.describeReg(in.Dst) + "number of the row"
	case Const:
		return p.describeReg(in.Dst) + "const " + p.describeConst(in)
	case Compute:
		text := p.describeReg(in.Dst) + in.Operation().Name + describeRegs(in.Args)
		if in.Operation().Imm != "" {
			text += fmt.Sprintf(" by %d", in.Imm)
		}
		return text
	case Lookup:
		a := p.Arrays[in.Array]
		return p.describeReg(in.Dst) + fmt.Sprintf("lookup %s[r%d] %s x %d", a.Name, in.At, describeStorage(a.Storage), a.Len)
	case Test:
		return fmt.Sprintf("keep r%d in set s%d (%d of %d)", in.At, in.Set, p.Bits[in.Set].count(), p.Bits[in.Set].Len)
	case Keep:
		return fmt.Sprintf("keep r%d", in.Cond)
	case Probe:
		return p.describeProbe(in)
	}
	return fmt.Sprintf("%T", in)
}

func (p *Program) describeProbe(in Probe) string {
	text := "probe " + p.Indexes[in.Index].Name + describeRegs(in.Keys)
	if dst, ok := in.Sets(); ok {
		text = p.describeReg(dst) + text
	}
	switch in.Kind {
	case plan.InnerJoin:
		return text
	case plan.LeftJoin:
		return text + " outer"
	}
	return text + " " + in.Kind.String()
}

func (p *Program) describeConst(in Const) string {
	switch {
	case in.Null:
		return "null"
	case p.Regs[in.Dst].Float:
		return value.FormatFloat(in.Float)
	}
	return strconv.FormatInt(in.Int, 10)
}

func describeRegs(regs []int) string {
	var b strings.Builder
	for _, r := range regs {
		fmt.Fprintf(&b, " r%d", r)
	}
	return b.String()
}

// describeReg prints a register with the values it can have.
func (p *Program) describeReg(i int) string {
	r := p.Regs[i]
	text := fmt.Sprintf("r%d %d..%d", i, r.Lo, r.Hi)
	switch {
	case r.Float:
		text = fmt.Sprintf("r%d double", i)
	case r.Lo == math.MinInt64 && r.Hi == math.MaxInt64:
		text = fmt.Sprintf("r%d int", i)
	case r.Lo == r.Hi:
		text = fmt.Sprintf("r%d", i)
	}
	if r.Nullable {
		text += " null"
	}
	return text + " = "
}

func (p *Program) describeSink(b *strings.Builder) {
	switch s := p.Sink.(type) {
	case *Groups:
		p.describeGroups(b, s)
	case *Emit:
		for _, c := range s.Out {
			fmt.Fprintf(b, "emit r%d %s", c.Reg, c.Type)
			if c.Late != nil {
				fmt.Fprintf(b, ", the row of %s", p.Table.Columns[c.Late.Ordinal].Name)
			}
			b.WriteByte('\n')
		}
		if t := s.Top; t != nil {
			fmt.Fprintf(b, "top %d%s by", t.Rows, map[bool]string{true: " different"}[t.Distinct])
			for _, k := range t.Keys {
				fmt.Fprintf(b, " r%d%s", k.Reg, map[bool]string{true: " descending"}[k.Desc])
			}
			for i, k := range t.Within {
				fmt.Fprintf(b, "%s r%d", map[bool]string{true: " of each"}[i == 0], k.Reg)
			}
			b.WriteByte('\n')
		}
	}
}

func (p *Program) describeGroups(b *strings.Builder, g *Groups) {
	switch {
	case len(g.Keys) == 0:
		b.WriteString("one group\n")
	case g.Dense:
		fmt.Fprintf(b, "group: dense, %d groups\n", g.Size)
	default:
		b.WriteString("group: hashed\n")
	}
	for _, k := range g.Keys {
		fmt.Fprintf(b, "key r%d %s", k.Reg, k.Type)
		if k.Size > 0 {
			fmt.Fprintf(b, ", %d values from %d", k.Size, k.Lo)
		}
		if k.Values != nil {
			fmt.Fprintf(b, ", shown as %s", k.Values.Name)
		}
		b.WriteByte('\n')
	}
	for _, f := range g.Aggs {
		fmt.Fprintf(b, "fold %s", f.Func)
		if f.Arg >= 0 {
			fmt.Fprintf(b, " r%d", f.Arg)
		}
		for _, r := range f.More {
			fmt.Fprintf(b, " r%d", r)
		}
		fmt.Fprintf(b, " as %s\n", f.Type)
	}
	if g.AnyOrder {
		b.WriteString("in any order\n")
	}
	for _, t := range g.Having {
		fmt.Fprintf(b, "having fold %d in [%d, %d]\n", t.Fold, t.Lo, t.Hi)
	}
	if t := g.Top; t != nil {
		fmt.Fprintf(b, "top %d by", t.Rows)
		for _, k := range t.Keys {
			fmt.Fprintf(b, " $%d%s", k.Slot, map[bool]string{true: " descending"}[k.Desc])
		}
		b.WriteString("\n")
	}
}

// String is the name of the fold.
func (f FoldFunc) String() string {
	switch f {
	case CountRows:
		return "count rows"
	case CountValues:
		return "count"
	case Sum64:
		return "sum in 64 bits"
	case Sum128:
		return "sum in 128 bits"
	case SumFloat:
		return "exact sum"
	case MinInt, MinFloat, MinPair:
		return "min"
	case MaxInt, MaxFloat, MaxPair:
		return "max"
	case MinText:
		return "min by texts"
	case MaxText:
		return "max by texts"
	case VarianceInt, VarianceFloat:
		return "variance"
	case SumDistinct, SumDistinctFloat:
		return "sum distinct"
	case BitAnd, BitOr, BitXor:
		return [...]string{"bits of all", "bits of any", "bits of an odd number"}[f-BitAnd]
	}
	return "count distinct"
}

// count is how many members the set has.
func (b *BitSet) count() int {
	n := 0
	for _, w := range b.Bits {
		n += bits.OnesCount64(w)
	}
	return n
}
