package random

import "gsdms/ssb/bench"

// shape is a kind of query.
type shape struct {
	name string
	make func(*maker) bench.Query
}

// shapes are all, those that are asked more often several times.
func shapes() []shape {
	return []shape{
		{"group", (*maker).group}, {"group", (*maker).group}, {"rollup", (*maker).rollup}, {"pivot", (*maker).pivot},
		{"distinct", (*maker).distinct}, {"nested", (*maker).nested}, {"filter", (*maker).filter}, {"filter", (*maker).filter},
		{"value", (*maker).value}, {"set", (*maker).set}, {"set", (*maker).set}, {"cte", (*maker).cte}, {"cte", (*maker).cte}, {"again", (*maker).again},
		{"beside", (*maker).beside}, {"join", (*maker).join}, {"join", (*maker).join}, {"first", (*maker).first},
		{"window", (*maker).window}, {"rows", (*maker).rowWindow}, {"firsts", (*maker).firsts},
	}
}
