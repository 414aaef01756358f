package codegen

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"gsdms/cuda/cudatest"
	"gsdms/operators"
)

// TestSource shows the source of every sink, instruction and storage, alone and together.
func TestSource(t *testing.T) {
	all := cudatest.Kernels()
	datadriven.RunTest(t, "testdata/source", func(t *testing.T, d *datadriven.TestData) string {
		s, err := NewGenerator().Kernel(all[d.CmdArgs[0].Key]...)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%s\nshared memory: %d bytes, parameters: %d\n", s.Kernel, s.Shared, len(s.Params))
	})
}

// stageSources writes the kernel of each operator of a program.
func stageSources(t *testing.T, p *operators.Program) []*Source {
	t.Helper()
	var out []*Source
	g := NewGenerator()
	for _, stage := range Stages(p) {
		s, err := g.Stage(stage)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// TestStages shows the source of each operator of a program.
func TestStages(t *testing.T) {
	all := cudatest.Kernels()
	datadriven.RunTest(t, "testdata/stages", func(t *testing.T, d *datadriven.TestData) string {
		p := all[d.CmdArgs[0].Key][0]
		var b strings.Builder
		for i, s := range stageSources(t, p) {
			fmt.Fprintf(&b, "-- %s; shared memory: %d bytes, parameters: %d\n%s\n", Stages(p)[i].Title, s.Shared, len(s.Params), s.Kernel)
		}
		return b.String()
	})
}

// Stages of programs that differ in constants only have one text.
func TestStagesDoNotDependOnConstants(t *testing.T) {
	a, b := stageSources(t, cudatest.Star(10, 60)), stageSources(t, cudatest.Star(17, 80))
	if len(a) != 3 || len(b) != 3 {
		t.Fatalf("%d and %d stages", len(a), len(b))
	}
	for i := range a {
		if a[i].Text != b[i].Text {
			t.Errorf("stage %d has two texts", i)
		}
	}
}

// A member of a struct of parameters holds one thing: a second one of its name is an error
// of the generator.
func TestAMemberHoldsOneThing(t *testing.T) {
	l := newMembers("p->")
	if a, b := l.number("n", "", 1), l.number("n", "", 1); a != "p->n" || b != a || len(l.fields) != 1 {
		t.Errorf("%s, %s of %v", a, b, l.fields)
	}
	defer func() {
		if recover() == nil {
			t.Error("two numbers have one name")
		}
	}()
	l.number("n", "", 2)
}

// TestCost shows what kernels are estimated to move of a million rows: one for all of the
// programs, one for each, and one for each operator.
func TestCost(t *testing.T) {
	all := cudatest.Kernels()
	datadriven.RunTest(t, "testdata/cost", func(t *testing.T, d *datadriven.TestData) string {
		programs := all[d.CmdArgs[0].Key]
		var b strings.Builder
		fmt.Fprintf(&b, "shared %d\n", KernelBytes(1e6, programs))
		for _, p := range programs {
			fmt.Fprintf(&b, "pipeline %d, operators %v\n", KernelBytes(1e6, []*operators.Program{p}), StageBytes(1e6, p))
		}
		return b.String()
	})
}

// Programs that differ in constants only have one text, and so have crowds of them,
// whatever their order.
func TestSourceDoesNotDependOnConstants(t *testing.T) {
	text := func(programs ...*operators.Program) string {
		s, err := NewGenerator().Kernel(programs...)
		if err != nil {
			t.Fatal(err)
		}
		return s.Text
	}
	if text(cudatest.Star(10, 60)) != text(cudatest.Star(17, 80)) {
		t.Error("two programs of one shape have two texts")
	}
	crowd := []*operators.Program{cudatest.Star(10, 60), cudatest.Star(20, 399), cudatest.Hashed(), cudatest.Star(5, 9), cudatest.Star(11, 12)}
	first := text(crowd...)
	slices.Reverse(crowd)
	if text(crowd...) != first {
		t.Error("the order of programs shows in the text")
	}
}

// TestSourceCompiles has nvcc compile the sources, where it is installed.
func TestSourceCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for nvcc, in which the race detector, for which -short is, sees nothing: make test runs it")
	}
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		return
	}
	for name, programs := range cudatest.Kernels() {
		s, err := NewGenerator().Kernel(programs...)
		if err != nil {
			t.Fatal(err)
		}
		compiles(t, nvcc, name, s)
	}
	for _, p := range []*operators.Program{cudatest.Instructions(), cudatest.Joins()} {
		for i, s := range stageSources(t, p) {
			compiles(t, nvcc, fmt.Sprintf("stage%d", i), s)
		}
	}
}

func compiles(t *testing.T, nvcc, name string, s *Source) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name+".cu")
	if err := os.WriteFile(file, []byte(s.Text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(nvcc, "-arch=sm_80", "-std=c++17", "-ptx", "-o", file+".ptx", file).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", name, err, out)
	}
}
