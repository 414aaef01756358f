package pushscan

import "gsdms/operators"

// Terms are what queries ride under. Those under different ones share no run.
type Terms struct {
	As     Granularity
	Memory *operators.Account // that their runs are charged to; nil: that of all queries
}
