package pushscan

import (
	"fmt"
	"strings"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
)

// Granularity is how much one kernel does. Queries on one stream may differ in it.
type Granularity uint8

const (
	// Auto is Shared or Pipeline, whichever is estimated to be faster for the attached
	// queries that ask for Auto.
	Auto Granularity = iota
	// Shared is one kernel for all queries that ask for it.
	Shared
	// Pipeline is a kernel for each query.
	Pipeline
	// Operator is a kernel for each operator of each query, with lists of rows between
	// them; the backend must be an operators.Staged.
	Operator
)

var granularities = [...]string{Auto: "auto", Shared: "shared", Pipeline: "pipeline", Operator: "operator"}

func (g Granularity) String() string { return granularities[g] }

// ParseGranularity reads a granularity's name, in any case.
func ParseGranularity(name string) (Granularity, error) {
	for g, known := range granularities {
		if strings.EqualFold(name, known) {
			return Granularity(g), nil
		}
	}
	return Auto, fmt.Errorf("it is auto, shared, pipeline or operator, not %q", name)
}

// UnmarshalText reads a flag.
func (g *Granularity) UnmarshalText(text []byte) (err error) {
	*g, err = ParseGranularity(string(text))
	return err
}

// offeredBy is an error where the backend cannot run queries so.
func (g Granularity) offeredBy(b operators.Backend) error {
	if _, ok := b.(operators.Staged); g == Operator && !ok {
		return fmt.Errorf("the backend %s has no kernels of single operators, only cuda has: SET gsdms_granularity = 'pipeline' (or 'auto'), or start with --backend cuda", b.Device().Name)
	}
	return nil
}

// decided gives the riders' granularities, with what Auto is for those that ask for it. It
// is never Operator: a query's own kernel leaves out the same rows of the same columns, and
// needs no lists.
func decided(b operators.Backend, rows int, riders []*ride) []Granularity {
	open := make([]*operators.Program, 0, len(riders))
	for _, r := range riders {
		if r.terms.As == Auto {
			open = append(open, r.program())
		}
	}
	auto := Shared
	if pipelinePays(b, int64(rows), open) {
		auto = Pipeline
	}
	out := make([]Granularity, len(riders))
	for i, r := range riders {
		if out[i] = r.terms.As; out[i] == Auto {
			out[i] = auto
		}
	}
	return out
}

// cost is what a granularity is estimated to take of a device for one chunk.
type cost struct {
	as      Granularity
	bytes   int64
	kernels int
	seconds float64
}

// launchSeconds is what a kernel costs besides its bytes: the H200 starts one every 4 to
// 5 us. usualBandwidth is taken, in bytes/s, where a device does not tell its own.
const (
	launchSeconds  = 5e-6
	usualBandwidth = 1e12
)

// costs estimates each granularity for programs of one table, and rows of a chunk; none
// where the backend does not tell what its kernels read. A scan is bound by memory, so
// bytes over bandwidth is its time. One kernel for many reads a column once, but whole:
// it reads on while any of them has a row left. A kernel for one query skips the sectors
// without a row of its own; a kernel for one operator does, too, and adds the lists.
func costs(b operators.Backend, rows int64, programs []*operators.Program) []cost {
	c, ok := b.(operators.Costed)
	if !ok || len(programs) == 0 {
		return nil
	}
	shared := cost{as: Shared, bytes: c.KernelBytes(rows, programs...), kernels: 1}
	apart := cost{as: Pipeline, kernels: len(programs)}
	for _, p := range programs {
		apart.bytes += c.KernelBytes(rows, p)
	}
	out := []cost{shared, apart, stageCost(c, rows, programs)}
	for i := range out {
		out[i].seconds = out[i].time(b.Device())
	}
	return out
}

// pipelinePays reports whether a kernel for each program is cheaper than one for all. It
// looks at no more programs than it takes to know, which for a hundred is few: one for all
// reads no column of the table twice.
func pipelinePays(b operators.Backend, rows int64, programs []*operators.Program) bool {
	c, ok := b.(operators.Costed)
	if !ok || len(programs) < 2 {
		return false
	}
	d := b.Device()
	most := cost{bytes: rows * width(programs[0].Table), kernels: 1}.time(d)
	apart := cost{}
	for _, p := range programs {
		apart.bytes += c.KernelBytes(rows, p)
		apart.kernels++
		if apart.time(d) >= most {
			return false
		}
	}
	return apart.time(d) < cost{bytes: c.KernelBytes(rows, programs...), kernels: 1}.time(d)
}

// width is the bytes of a row.
func width(t *plan.Table) (bytes int64) {
	for _, c := range t.Shown() {
		bytes += int64(c.Storage.Width)
	}
	return bytes
}

// stageCost is the bytes and kernels of Operator.
func stageCost(c operators.Costed, rows int64, programs []*operators.Program) cost {
	out := cost{as: Operator}
	for _, p := range programs {
		for _, bytes := range c.StageBytes(rows, p) {
			out.bytes += bytes
			out.kernels++
		}
	}
	return out
}

func (c cost) time(d optimizer.Device) float64 {
	bandwidth := d.Bandwidth
	if bandwidth <= 0 {
		bandwidth = usualBandwidth
	}
	return float64(c.bytes)/bandwidth + float64(c.kernels)*launchSeconds
}
