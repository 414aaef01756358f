package cuda_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gsdms/cuda"
	"gsdms/operators"
	"gsdms/plan"
)

func smokePrograms() []*operators.Program {
	t := &plan.Table{Name: "fact", Rows: 1000, Columns: []plan.Column{
		{Name: "a", Storage: plan.Storage{Width: 1}}, {Name: "b", Storage: plan.Storage{Width: 2, Nullable: true}},
		{Name: "c", Storage: plan.Storage{Width: 4}}, {Name: "d", Storage: plan.Storage{Width: 8, Float: true, Nullable: true}}}}
	cols := []operators.Column{{0, t.Columns[0].Storage}, {1, t.Columns[1].Storage}, {2, t.Columns[2].Storage}, {3, t.Columns[3].Storage}}
	filters := []operators.Clause{
		{Any: []operators.Leaf{operators.Ranges{0, []operators.Range{{1, 3}}}}, Selectivity: .3},
		{Any: []operators.Leaf{operators.Ranges{1, []operators.Range{{10, 30}, {50, 60}}}, operators.Member{2, 0}}, Selectivity: .3}}
	regs := []operators.Reg{{}, {Nullable: true}, {}, {Float: true, Nullable: true}, {Nullable: true}, {Nullable: true}, {}}
	body := []operators.Instr{
		operators.Load{0, 0}, operators.Load{1, 1}, operators.Load{2, 2}, operators.Load{3, 3},
		operators.Compute{Op: operators.AddChecked, Dst: 4, Args: []int{0, 1}},
		operators.Keep{4},
		operators.Lookup{5, 0, 1},
		operators.Test{0, 5},
		operators.Probe{Dst: 6, Index: 0, Keys: []int{0, 5}, Cond: -1},
	}
	arrays := []*operators.Array{{Name: "x", Storage: plan.Storage{Width: 2, Nullable: true}, Len: 1, Data: make([]byte, 64)}}
	mk := func(name string, sink operators.Sink) *operators.Program {
		return &operators.Program{Name: name, Table: t, Columns: cols, Filters: filters, Body: body, Regs: regs, Arrays: arrays,
			Bits:    []*operators.BitSet{{Name: "s", Len: 64, Bits: make([]uint64, 1)}},
			Indexes: []*operators.Index{{Name: "ix", Table: t, Keys: []*operators.Array{arrays[0], arrays[0]}, Heads: make([]uint32, 1), Next: make([]uint32, 1)}},
			Sink:    sink, Limit: -1}
	}
	var aggs []operators.Fold
	for f := operators.CountRows; f <= operators.CountDistinct; f++ {
		arg := 1
		if f == operators.SumFloat || f == operators.MinFloat || f == operators.MaxFloat {
			arg = 3
		}
		aggs = append(aggs, operators.Fold{Func: f, Arg: arg})
	}
	return []*operators.Program{
		mk("single", &operators.Groups{Aggs: aggs, Dense: true, Size: 1}),
		mk("dense", &operators.Groups{Keys: []operators.Key{{Reg: 0, Lo: 0, Size: 4}, {Reg: 1, Nullable: true, Size: 5}}, Aggs: aggs, Dense: true, Size: 20}),
		mk("hash", &operators.Groups{Keys: []operators.Key{{Reg: 0}, {Reg: 1, Nullable: true}, {Reg: 3, Float: true, Nullable: true}}, Aggs: aggs}),
		mk("rows", &operators.Emit{Out: []operators.EmitColumn{{Reg: 1}, {Reg: 3}}}),
	}
}

func TestSmoke(t *testing.T) {
	s, err := cuda.Generate(smokePrograms()...)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	os.WriteFile("/tmp/cuda_smoke.cu", []byte(s.Text), 0o644)
	os.WriteFile(filepath.Join(dir, "k.cc"), []byte("#include <cmath>\n#define GSDMS_HOST\n"+s.Text), 0o644)
	if out, err := exec.Command("g++", "-std=c++17", "-O1", "-Wall", "-Wno-unused", "-Wno-unknown-pragmas", "-Werror", "-c", "-o", filepath.Join(dir, "k.o"), filepath.Join(dir, "k.cc")).CombinedOutput(); err != nil {
		t.Errorf("g++: %v\n%s", err, out)
	}
	if out, err := exec.Command("nvcc", "-arch=sm_90", "-std=c++17", "-cubin", "-Xptxas", "-v", "-o", filepath.Join(dir, "k.cubin"), "/tmp/cuda_smoke.cu").CombinedOutput(); err != nil {
		t.Errorf("nvcc: %v\n%s", err, out)
	} else {
		t.Logf("%s", out)
	}
}
