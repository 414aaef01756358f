package lab

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/optimizer"
	"gsdms/optimizer/sim"
)

// Devices is the parts that the tables name, oldest first.
func Devices() []optimizer.Device {
	return []optimizer.Device{optimizer.GTX680(), optimizer.TeslaK40(), optimizer.GTX1080(), optimizer.V100(), optimizer.A100(), optimizer.H200()}
}

// Occupancy prints the limits of the devices, the occupancy of the kernels of Li et al.
// 2014 on them, and the best block sizes for a number of threads.
func Occupancy(w io.Writer, threads int) error {
	limits(w)
	if err := occupancies(w); err != nil {
		return err
	}
	return bestBlocks(w, threads)
}

func limits(w io.Writer) {
	t := newTable(w, "Limits of a multiprocessor", "device", "multiprocessors", "warps", "blocks", "registers", "a thread", "shared memory", "a block", "reserved", "units: registers, warps, bytes")
	for _, d := range Devices() {
		t.AppendRow(table.Row{d.Name, d.MPs, d.Warps, d.Blocks, d.Registers, d.ThreadRegs, d.Shared, d.BlockShared, d.ReservedShared,
			fmt.Sprintf("%d, %d, %d", d.RegisterUnit, d.WarpUnit, d.SharedUnit)})
	}
	t.Render()
}

func occupancies(w io.Writer) error {
	t := newTable(w, "Kernels of Li et al. 2014: resident blocks by warps / registers / shared memory, occupancy, what binds",
		append([]string{"kernel", "threads", "registers", "bytes"}, names()...)...)
	for _, k := range sim.PaperKernels() {
		row := table.Row{k.Name, 32 * k.Warps, k.Registers, k.Shared}
		for _, d := range Devices() {
			o, err := d.Occupancy(optimizer.Config{Threads: 32 * k.Warps, Registers: k.Registers, Shared: k.Shared})
			if err != nil {
				return err
			}
			row = append(row, fmt.Sprintf("%d / %d / %d, %.0f %%, %s", o.ByWarps, o.ByRegisters, o.ByShared, 100*o.Ratio, o.Limit()))
		}
		t.AppendRow(row)
	}
	t.Render()
	return nil
}

func names() []string {
	var out []string
	for _, d := range Devices() {
		out = append(out, d.Name)
	}
	return out
}

func bestBlocks(w io.Writer, threads int) error {
	t := newTable(w, fmt.Sprintf("Best block size for %d threads: threads per block, running rounds", threads),
		append([]string{"registers", "bytes"}, names()...)...)
	for _, registers := range []int{16, 32, 40, 63} {
		for _, shared := range []int{0, 4096, 16384} {
			row := table.Row{registers, shared}
			for _, d := range Devices() {
				c, rounds, err := d.BestBlock(threads, registers, shared)
				if err != nil {
					return err
				}
				row = append(row, fmt.Sprintf("%d, %d", c.Threads, rounds))
			}
			t.AppendRow(row)
		}
	}
	t.Render()
	return nil
}
