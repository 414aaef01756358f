package analysis

import (
	"context"
	"runtime"
)

// NearestFinder is what a Backend may also offer: finding the nearest of some centres for points
// on its device, with the answers of KMeans.
type NearestFinder interface {
	// HoldPoints brings points, given by column, to the device. It takes no more than so many bytes
	// there, or ends in an *operators.Refused.
	HoldPoints(ctx context.Context, columns [][]float64, memory int64) (Held, error)
	// ForecastNearest is the seconds that it is expected to take to bring points and to find their
	// nearest centres so many times.
	ForecastNearest(points, columns, centres, rounds int) float64
}

// Held is points on a device. Its user alone calls it.
type Held interface {
	// Nearest gives for each point the number of the nearest centre, of equally near ones the first,
	// and the square of the distance. Cancelled, it ends within some milliseconds.
	Nearest(ctx context.Context, centres [][]float64, nearest []int32, least []float64) error
	Close() error
}

// What a coordinate of a centre takes of one processor for a point.
const coordinateSeconds = 1e-9

// ForecastNearest is the seconds that it is expected to take here.
func ForecastNearest(points, columns, centres, rounds int) float64 {
	return float64(points) * float64(columns) * float64(centres) * float64(rounds) * coordinateSeconds / float64(runtime.GOMAXPROCS(0))
}
