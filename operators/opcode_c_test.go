package operators

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The C of the table must say what the loops say. All opcodes are compiled by the C
// compiler of the system and run over all pairs of edge values; without a compiler
// there is nothing to compare with.
func TestTheTableMeansTheSameInC(t *testing.T) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Log("no C compiler: the C of the opcode table is not tested")
		return
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "table.c"), filepath.Join(dir, "table")
	if err := os.WriteFile(source, []byte(cProgram()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cc, "-O1", "-fwrapv", "-ffp-contract=off", "-o", program, source, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	want := goLines()
	if len(lines) != len(want) {
		t.Fatalf("%d cases in C, %d in Go", len(lines), len(want))
	}
	for i := range want {
		if lines[i] != want[i] && !nearlySame(lines[i], want[i]) {
			t.Fatalf("case %d: C gives %q, Go %q", i, lines[i], want[i])
		}
	}
}

// nearlySame reports whether two lines of an opcode whose last bits may differ give
// doubles of the same first eleven digits: POWER of large exponents has no more in common.
func nearlySame(a, b string) bool {
	var x, y struct {
		op   Opcode
		bits uint64
	}
	_, err1 := fmt.Sscanf(a, "%d %x", &x.op, &x.bits)
	_, err2 := fmt.Sscanf(b, "%d %x", &y.op, &y.bits)
	if err1 != nil || err2 != nil || x.op != y.op || !x.op.Operation().Near {
		return false
	}
	f, g := math.Float64frombits(x.bits), math.Float64frombits(y.bits)
	return math.Abs(f-g) <= 1e-11*math.Abs(f)
}

var (
	cInts   = []int64{0, 1, -1, 2, -3, 7, 10, 12, -25, 149, 150, -150, 1 << 40, 719468, -719528, -719529, 2932896, 2932897, 3037000500, math.MaxInt64, math.MinInt64, math.MinInt64 + 1, 9007199254740993}
	cFloats = []float64{0, 1, -1, 0.5, -2.5, 1.005, 0.29, 1e300, -1e300, 123456.789, 5e-324, 9.2e18}
	cImms   = []int64{1, 100, 1000000000000000000}
)

// goLines gives a line for every opcode, factor and combination of arguments; NULL is
// tried for each argument of the opcodes that decide it themselves.
func goLines() []string {
	var lines []string
	for o := range opcodes {
		for _, imm := range immsOf(o) {
			eachCase(o, func(args []*Vector) {
				d := &Vector{Int: []int64{0}, Float: []float64{0}, Null: []byte{0}}
				line := "fail"
				if err := o.Operation().Apply(d, args, imm, []byte{0}); err == nil {
					line = shown(o, d)
				}
				lines = append(lines, fmt.Sprintf("%d %s", o, line))
			})
		}
	}
	return lines
}

func shown(o Opcode, d *Vector) string {
	switch {
	case d.Null[0] != 0:
		return "NULL"
	case o.Operation().Float:
		return fmt.Sprintf("%016x", math.Float64bits(d.Float[0]))
	}
	return strconv.FormatInt(d.Int[0], 10)
}

func immsOf(o Opcode) []int64 {
	switch {
	case o == RoundFloat || o == CutFloat:
		return []int64{0, 2, -2}
	case o.Operation().Imm == "":
		return []int64{0}
	case o == FloorScale || o == FloorRest:
		return append([]int64{2, 7, 86400, math.MaxInt64}, cImms...)
	}
	return cImms
}

func eachCase(o Opcode, f func(args []*Vector)) {
	var walk func(args []*Vector)
	walk = func(args []*Vector) {
		if len(args) == len(o.Operation().Args) {
			f(args)
			return
		}
		if o.Operation().Args[len(args)] == 'f' {
			for _, x := range cFloats {
				walk(append(args[:len(args):len(args)], &Vector{Float: []float64{x}}))
			}
		} else {
			for _, x := range cInts {
				walk(append(args[:len(args):len(args)], &Vector{Int: []int64{x}}))
			}
		}
		walk(append(args[:len(args):len(args)], &Vector{Int: []int64{1}, Float: []float64{1}, Null: []byte{1}}))
	}
	walk(nil)
}

// cProgram prints the same lines: one block of calls per opcode.
func cProgram() string {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <math.h>\n#include <string.h>\n" + OpcodeHeader)
	fmt.Fprintf(&b, "static i64 ints[] = {%s};\nstatic double doubles[] = {%s};\nint main(void) {\n", cList(cInts), cDoubles())
	for o := range opcodes {
		for _, imm := range immsOf(o) {
			b.WriteString(cBlock(o, imm))
		}
	}
	b.WriteString("return 0; }\n")
	return b.String()
}

func cList(numbers []int64) string {
	var out []string
	for _, n := range numbers {
		out = append(out, fmt.Sprintf("(i64)%dull", uint64(n)))
	}
	return strings.Join(out, ", ")
}

func cDoubles() string {
	var out []string
	for _, f := range cFloats {
		out = append(out, strconv.FormatFloat(f, 'x', -1, 64))
	}
	return strings.Join(out, ", ")
}

// cBlock loops over the arguments; the place behind the last value stands for NULL.
func cBlock(o Opcode, imm int64) string {
	row := o.Operation()
	head, null := "", "0"
	for i, kind := range row.Args {
		name, list, n, typ := string(rune('a'+i)), "ints", len(cInts), "i64"
		if kind == 'f' {
			list, n, typ = "doubles", len(cFloats), "double"
		}
		head += fmt.Sprintf("for (int %[1]si = 0; %[1]si <= %[2]d; %[1]si++) { int %[1]sn = %[1]si == %[2]d; %[3]s %[1]s = %[1]sn ? 1 : %[4]s[%[1]si]; (void)%[1]s;\n", name, n, typ, list)
		null += " | " + name + "n"
	}
	if row.CNull != "" {
		null = row.CNull
	}
	typ, print := "i64", `printf("%d %lld\n", `+strconv.Itoa(int(o))+`, r);`
	if row.Float {
		typ, print = "double", `{ u64 bits; memcpy(&bits, &r, 8); printf("%d %016llx\n", `+strconv.Itoa(int(o))+`, bits); }`
	}
	return head + fmt.Sprintf("int fail = 0; i64 imm = %d; (void)imm; %s r = %s; int null = %s;\n", imm, typ, row.C, null) +
		fmt.Sprintf("if (null) printf(\"%d NULL\\n\"); else if (fail) printf(\"%d fail\\n\"); else %s\n", o, o, print) +
		strings.Repeat("}", len(row.Args)) + "\n"
}
