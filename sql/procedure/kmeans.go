package procedure

import (
	"context"
	"errors"

	"gsdms/operators/analysis"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// The bounds of CALL kmeans, and what it does unless it is told.
const (
	mostClusters    = 10000
	mostIterations  = 1 << 20
	usualIterations = 100
	usualSeed       = 1
)

// kmeans is CALL kmeans: a row for each cluster, with its number, its centre, how many points it
// has, and the sum of the squares of their distances from it.
func kmeans(ctx context.Context, c *Call, args []argument) (*result.Set, error) {
	table, err := args[0].name()
	if err != nil {
		return nil, err
	}
	columns, err := args[1].columns()
	if err != nil {
		return nil, err
	}
	numbers := []int64{0, usualIterations, usualSeed}
	bounds := []struct {
		what        string
		least, most int64
	}{{"the number of clusters", 1, mostClusters}, {"the number of iterations", 0, mostIterations}, {"the seed", 0, 1<<63 - 1}}
	for i, a := range args[2:] {
		if numbers[i], err = a.whole(bounds[i].what, bounds[i].least, bounds[i].most); err != nil {
			return nil, err
		}
	}
	points, err := c.points(ctx, table, columns)
	if err != nil {
		return nil, err
	}
	held, err := c.hold(ctx, points, int(numbers[0]), int(numbers[1]))
	if err != nil {
		return nil, err
	}
	clusters, err := analysis.KMeans(ctx, points, int(numbers[0]), int(numbers[1]), uint64(numbers[2]), held)
	if held != nil {
		err = errors.Join(err, held.Close())
	}
	switch {
	case errors.Is(err, analysis.ErrFewPoints):
		return nil, args[2].wrong("%s of %d: %d rows without NULL", err, numbers[0], len(points[0]))
	case errors.Is(err, analysis.ErrTooFar):
		return nil, parse.ErrorAt(string(c.Text), 0, parse.CodeOutOfRange, "%s", err)
	case err != nil:
		return nil, err
	}
	return clustered(columns, clusters), nil
}

// likelyRounds is how often points are expected to look for their nearest centres, if they may.
const likelyRounds = 20

// hold brings points to the device where their nearest centres are expected to be found sooner
// than here, and where there is no choice; nil: they are found here.
func (c *Call) hold(ctx context.Context, points [][]float64, k, iterations int) (analysis.Held, error) {
	finder, there := c.Backend.(analysis.NearestFinder)
	if c.Ran = "cpu"; !there || len(points[0]) == 0 {
		return nil, nil
	}
	n, rounds := len(points[0]), min(iterations+1, likelyRounds)
	device, cpu := finder.ForecastNearest(n, len(points), k, rounds), analysis.ForecastNearest(n, len(points), k, rounds)
	held, _, err := elsewhere(c, device, cpu, func() (analysis.Held, error) { return finder.HoldPoints(ctx, points, c.Memory) })
	return held, err
}

func clustered(columns []string, all *analysis.Clusters) *result.Set {
	names, values := []string{"cluster"}, []any{make([]int64, len(all.Sizes))}
	for i := range all.Sizes {
		values[0].([]int64)[i] = int64(i + 1)
	}
	for d, name := range columns {
		centres := make([]float64, len(all.Centres))
		for i, c := range all.Centres {
			centres[i] = c[d]
		}
		names, values = append(names, name), append(values, centres)
	}
	return found(append(names, "size", "within"), append(values, all.Sizes, all.Within)...)
}
