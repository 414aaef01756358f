package pushscan

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
)

// Plan is how a query would run.
type Plan struct {
	Granularity Granularity // never Auto
	Wave        *optimizer.Wave

	costs []cost // of every granularity, also of those that Auto never is; none where it was not asked for
}

// Plan says how a query would run alone on its table's stream. It opens the run and
// prepares its kernels, and closes both.
func (h *Hub) Plan(ctx context.Context, as Granularity, p *operators.Program) (Plan, error) {
	if err := as.offeredBy(h.backend); err != nil {
		return Plan{}, err
	}
	s, err := h.solver()
	if err != nil {
		return Plan{}, err
	}
	defer h.keep(s)
	run, err := h.backend.Open(ctx, p, h.options.QueryMemory)
	if err != nil {
		return Plan{}, err
	}
	defer run.Close()
	r, rows := newRide(run, Terms{As: as}, Part{}, time.Now()), min(p.Table.Rows, h.options.ChunkRows)
	f, err := newFleet(ctx, h.backend, h.pacer, s, rows, []*ride{r})
	if err != nil {
		return Plan{}, err
	}
	defer f.close()
	out := Plan{Granularity: f.as[0], Wave: f.wave}
	if as == Auto {
		out.costs = costs(h.backend, int64(rows), []*operators.Program{p})
	}
	return out, nil
}

// String prints the granularity and, if Auto chose it, what each would cost.
func (p Plan) String() string {
	if len(p.costs) == 0 {
		return p.Granularity.String() + "\n"
	}
	return p.Granularity.String() + ", chosen by cost\n" + describeCosts(p.costs)
}

func describeCosts(all []cost) string {
	var b strings.Builder
	for _, c := range all {
		fmt.Fprintf(&b, "%-8s  %9.3f MB, kernels: %d, %8.1f us\n", c.as, float64(c.bytes)/1e6, c.kernels, c.seconds*1e6)
	}
	return b.String()
}
