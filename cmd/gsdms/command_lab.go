package main

import (
	"gsdms/cuda/stamp"
	"gsdms/optimizer"
	"gsdms/optimizer/lab"
	"gsdms/optimizer/sim"
)

// labCommand prints what the optimizer's models predict, and what a GPU does.
type labCommand struct {
	Occupancy labOccupancy `cmd:"" help:"Limits of devices, occupancy of kernels, best block sizes."`
	Streams   labStreams   `cmd:"" help:"Timelines of streams of kernels with and without Hyper-Q."`
	Waves     labWaves     `cmd:"" help:"Waves against sequential and random runs, in a simulator."`
	GPU       labGPU       `cmd:"" name:"gpu" help:"What the GPU can do at most, and what the benchmark's queries make of it."`
	Kernels   labKernels   `cmd:"" help:"Kernels of single operators on the GPU, in waves and otherwise, against kernels of queries."`
	Pairs     labPairs     `cmd:"" help:"Histograms of distances on the GPU, beside what bounds them."`
	Products  labProducts  `cmd:"" help:"Products of columns on the GPU, beside what bounds them."`
	Pool      labPool      `cmd:"" help:"The papers' pools of kernels on the GPU: launches by several deciders."`
}

// labOccupancy prints the tables of occupancy.
type labOccupancy struct {
	Total int `default:"1048576" placeholder:"N" help:"Threads in all that the best block sizes are for (${default})."`
}

// Run runs the command.
func (c *labOccupancy) Run(e *environment) error { return lab.Occupancy(e.out, c.Total) }

// pictureFlags say where drawings go.
type pictureFlags struct {
	Pictures string `placeholder:"DIR" help:"Also draw to this folder, and write Chrome traces of timelines."`
	Format   string `enum:"png,svg" default:"png" help:"Format of the drawings: png or svg (${default})."`
}

func (p pictureFlags) pictures() lab.Pictures {
	return lab.Pictures{Folder: p.Pictures, Format: p.Format}
}

// labStreams prints the timelines.
type labStreams struct {
	pictureFlags
	Card bool `help:"Run them on the GPU, too, and compare what its blocks say with the simulator."`
}

// Run runs the command.
func (c *labStreams) Run(e *environment) error {
	if !c.Card {
		return lab.Streams(e.out, c.pictures())
	}
	ctx, stop := e.interrupted()
	defer stop()
	d, err := openCard(e)
	if err != nil {
		return err
	}
	defer d.Close()
	l := stamp.New(d)
	return lab.OnCard(e.out, d.Limits(), func(s []sim.Stream) (sim.Timeline, error) { return l.Run(ctx, s) }, c.pictures())
}

// labWaves prints the comparisons.
type labWaves struct {
	pictureFlags
	Draws  int    `default:"200" placeholder:"N" help:"Draws of every comparison (${default})."`
	Seed   uint64 `default:"1" placeholder:"N" help:"Seed of the draws (${default})."`
	Device string `enum:"k40,h200" default:"k40" help:"Device that is simulated: k40 or h200 (${default})."`
}

// Run runs the command.
func (c *labWaves) Run(e *environment) error {
	d := optimizer.TeslaK40()
	if c.Device == "h200" {
		d = optimizer.H200()
	}
	return lab.Waves(e.out, lab.WavesOptions{Device: d, Draws: c.Draws, Seed: c.Seed}, c.pictures())
}
