package codegen

import (
	"fmt"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/operators/intervals"
	"gsdms/plan"
)

// body writes the routine of a program: what happens to one row that passes its filters.
// What depends on the program is read from a struct of parameters, so that programs of
// one shape have one text.
type body struct {
	writer
	g         *generation
	number    int
	index     int // of the program
	program   *operators.Program
	state     *state
	members   *members
	near      bool     // groups lie in shared memory
	copies    int      // of them there
	ranks     []*ranks // of the keys, where only groups that rows can have do
	registers bool     // the one group, or the bound of first rows, lies in registers
	ranked    bool     // rows have been dropped for their rank
	columns   []operators.Column
	begin     writer // clears the groups in shared memory
	end       writer // adds them to the run's
}

// routine writes the text.
func (b *body) routine() {
	b.depth, b.begin.depth, b.end.depth = 1, 1, 1
	if s := b.g.stage; s != nil && s.Listed() {
		b.entry(s)
	}
	for n, c := range b.program.Filters {
		if _, _, ok := intervals.Tabled(b.program, c); !ok && b.g.filter.limits().tables {
			b.clause(n, c)
		}
	}
	known := -1
	if b.state.top {
		known = b.program.TopSet()
	}
	for i, in := range b.program.Body {
		if b.instr(in); i == known {
			b.cut()
		}
	}
	b.sink()
	b.shutTo(1)
	if b.near {
		b.nearGroups()
	}
}

// same reports whether another routine has the same text.
func (b *body) same(o *body) bool {
	return b.text.String() == o.text.String() && b.begin.text.String() == o.begin.text.String() &&
		b.end.text.String() == o.end.text.String() && b.registerParams() == o.registerParams() &&
		slices.EqualFunc(b.members.fields, o.members.fields, func(x, y field) bool { return x.name == y.name && x.ctype == y.ctype })
}

// functions is the C++ of the routine.
func (b *body) functions() string {
	n, row := b.number, "r"
	if s := b.g.stage; s != nil && s.Listed() {
		row = "entry"
	}
	out := fmt.Sprintf("DEVICE void row%d(const Params* __restrict__ p, const Body%d* __restrict__ my, const u32 %s%s) {\n%s}\n",
		n, n, row, b.registerParams(), b.text.String())
	if b.near {
		out += fmt.Sprintf("\nDEVICE void begin%d(const Body%d* my) {\n%s}\n", n, n, b.begin.text.String())
		out += fmt.Sprintf("\nDEVICE void end%d(const Body%d* my) {\n%s}\n", n, n, b.end.text.String())
	}
	return out
}

// columnParam notes that the routine reads a column, and gives how: the kernel's own
// parameters are declared when all routines have been written.
func (b *body) columnParam(c operators.Column) string {
	b.columns = append(b.columns, c)
	return columnAddress(c)
}

func (b *body) declareColumns() {
	for _, c := range b.columns {
		b.g.columnParam(c)
	}
}

func (b *body) param(ctype, name, note string, what Binding) string {
	return b.members.param(ctype, name, note, what)
}

// clause drops the row unless one of the clause's leaves holds.
func (b *body) clause(n int, c operators.Clause) {
	test := "0"
	for i, l := range c.Any {
		column, _, set := describeLeaf(b.program, l)
		x := fmt.Sprintf("read(%s + r)", b.columnParam(column))
		name := fmt.Sprintf("f%d_%d", n, i)
		if r, ok := l.(operators.Ranges); ok {
			for k, in := range r.In {
				lo := b.param("u64", fmt.Sprintf("%s_lo%d", name, k), "", Constant(in.Lo))
				span := b.param("u64", fmt.Sprintf("%s_span%d", name, k), "", Constant(in.Hi-in.Lo))
				test = or(test, fmt.Sprintf("within(%s, %s, %s)", x, lo, span))
			}
			continue
		}
		bits := b.param("const u64*", name+"_set", set.Name, BitData{set})
		length := b.param("u64", name+"_len", "bits", Constant(uint64(set.Len)))
		test = or(test, fmt.Sprintf("has_bit(%s, %s, (u64)%s)", bits, length, x))
	}
	b.line("if (!(%s)) return;", test)
}

func (b *body) reg(r int) operators.Reg { return b.program.Regs[r] }

// null is the expression that a register is NULL.
func (b *body) null(r int) string {
	if b.reg(r).Nullable {
		return fmt.Sprintf("n%d", r)
	}
	return "0"
}

// define writes a register's value and, if it can be NULL, its flag.
func (b *body) define(r int, value, null string) {
	kind := "i64"
	if b.reg(r).Float {
		kind = "double"
	}
	b.line("const %s v%d = %s;", kind, r, value)
	if b.reg(r).Nullable {
		b.line("const bool n%d = %s;", r, null)
	}
}

// instr writes one instruction. Those that drop or multiply rows open a brace that is
// closed behind the sink.
func (b *body) instr(in operators.Instr) {
	switch in := in.(type) {
	case operators.Load:
		b.load(in)
	case operators.Row:
		b.define(in.Dst, "(i64)(p->first_row + r)", "0")
	case operators.Const:
		b.constant(in)
	case operators.Compute:
		b.compute(in)
	case operators.Lookup:
		b.lookup(in)
	case operators.Test:
		b.test(in)
	case operators.Keep:
		b.open("if (!%s && v%d != 0)", b.null(in.Cond), in.Cond)
	case operators.Probe:
		b.probe(in)
	default:
		panic(fmt.Sprintf("instruction of unknown type %T", in))
	}
}

// stored defines a register by a stored number, unless null holds.
func (b *body) stored(dst int, name, read string, s plan.Storage, null string) {
	b.line("const %s %s = %s;", ctype(s), name, read)
	if s.Float {
		b.define(dst, name, or(null, nullFloat(name, s)))
		return
	}
	b.define(dst, biased(name, s), or(null, nullInt(name, s)))
}

// biased is the number that is stored as x. The least of 64 bits is no constant of C, and
// adding it may pass them, so those of 8 bytes are added as unsigned numbers, which wrap.
func biased(x string, s plan.Storage) string {
	switch {
	case s.Bias == 0:
		return "(i64)" + x
	case s.Width == 8:
		return fmt.Sprintf("(i64)(%s + %dull)", x, uint64(s.Bias))
	}
	return fmt.Sprintf("(i64)%s + %dll", x, s.Bias)
}

// load reads a streamed column.
func (b *body) load(in operators.Load) {
	c := b.program.Columns[in.Column]
	b.line("// %s", b.program.Table.Columns[c.Ordinal].Name)
	b.stored(in.Dst, fmt.Sprintf("s%d", in.Dst), fmt.Sprintf("read(%s + r)", b.columnParam(c)), c.Storage, "0")
}

func nullInt(name string, s plan.Storage) string {
	if !s.Nullable {
		return "0"
	}
	return name + " == 0"
}

func nullFloat(name string, s plan.Storage) string {
	if !s.Nullable {
		return "0"
	}
	return fmt.Sprintf("%s != %s", name, name)
}

// or joins two conditions of C.
func or(a, b string) string {
	switch {
	case a == "0":
		return b
	case b == "0":
		return a
	}
	return a + " || " + b
}

func (b *body) constant(in operators.Const) {
	null := "0"
	if in.Null {
		null = "1"
	}
	if !b.reg(in.Dst).Float {
		b.define(in.Dst, b.param("i64", fmt.Sprintf("k%d", in.Dst), "", Constant(uint64(in.Int))), null)
		return
	}
	b.define(in.Dst, b.param("double", fmt.Sprintf("k%d", in.Dst), "", floatConstant(in.Float)), null)
}

// compute writes an opcode by its row in the opcode table.
func (b *body) compute(in operators.Compute) {
	op := in.Operation()
	kind := "i64"
	if op.Float {
		kind = "double"
	}
	b.line("%s v%d; bool n%d = false;", kind, in.Dst, in.Dst)
	b.open("")
	for i, a := range in.Args {
		from := "i64"
		if b.reg(a).Float {
			from = "double"
		}
		b.line("const %s %c = v%d; const int %cn = %s;", from, 'a'+i, a, 'a'+i, b.null(a))
	}
	if op.Imm != "" {
		b.line("const i64 imm = %s;", b.param("i64", fmt.Sprintf("imm%d", in.Dst), op.Imm, Constant(uint64(in.Imm))))
	}
	b.line("int fail = 0;")
	b.line("const %s r = %s;", kind, op.C)
	b.line("n%d = %s;", in.Dst, computedNull(op, len(in.Args)))
	if op.Fails {
		b.line("if (fail && !n%d) or_to(%s, FAILED_RANGE);", in.Dst, b.section(Section{Kind: ErrorWord}))
	}
	b.line("v%d = r; (void)fail;%s", in.Dst, unused(len(in.Args)))
	b.shut()
}

func computedNull(op *operators.Operation, args int) string {
	if op.CNull != "" {
		return op.CNull
	}
	names := make([]string, args)
	for i := range names {
		names[i] = fmt.Sprintf("%cn", 'a'+i)
	}
	return strings.Join(names, " | ")
}

// unused keeps compilers quiet about arguments that an opcode does not look at.
func unused(args int) string {
	var b strings.Builder
	for i := range args {
		fmt.Fprintf(&b, " (void)%cn;", 'a'+i)
	}
	return b.String()
}

func (b *body) lookup(in operators.Lookup) {
	a := b.program.Arrays[in.Array]
	data := b.param("const "+ctype(a.Storage)+"*", fmt.Sprintf("array%d", in.Array), a.Name, ArrayData{a})
	b.line("// %s", a.Name)
	read := fmt.Sprintf("read(%s + v%d)", data, in.At)
	if b.reg(in.At).Nullable {
		read = fmt.Sprintf("n%d ? (%s)0 : %s", in.At, ctype(a.Storage), read)
	}
	b.stored(in.Dst, fmt.Sprintf("s%d", in.Dst), read, a.Storage, b.null(in.At))
}

func (b *body) test(in operators.Test) {
	s := b.program.Bits[in.Set]
	bits := b.param("const u64*", fmt.Sprintf("set%d", in.Set), s.Name, BitData{s})
	length := b.param("u64", fmt.Sprintf("set%d_len", in.Set), "bits", Constant(uint64(s.Len)))
	b.open("if (!%s && has_bit(%s, %s, (u64)v%d))", b.null(in.At), bits, length, in.At)
}
