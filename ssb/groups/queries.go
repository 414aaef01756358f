package groups

import "gsdms/ssb/bench"

// queries are the published questions. What there is no aggregate for (the largest two of a
// group, a correlation) is asked with numbers of rows, or sums, and of DuckDB with its own
// aggregates, as the benchmark does (its NaN where one of a group's columns has one value is
// SQL's NULL). Answers stay with the engine.
func queries() []bench.Query {
	out := append(grouping(), joining()...)
	for i := range out {
		out[i].Kept = true
	}
	return out
}

func grouping() []bench.Query {
	return []bench.Query{
		{Name: "g01", Text: "SELECT id1, SUM(v1) AS v1 FROM g GROUP BY id1"},
		{Name: "g02", Text: "SELECT id1, id2, SUM(v1) AS v1 FROM g GROUP BY id1, id2"},
		{Name: "g03", Text: "SELECT id3, SUM(v1) AS v1, AVG(v3) AS v3 FROM g GROUP BY id3"},
		{Name: "g04", Text: "SELECT id4, AVG(v1) AS v1, AVG(v2) AS v2, AVG(v3) AS v3 FROM g GROUP BY id4"},
		{Name: "g05", Text: "SELECT id6, SUM(v1) AS v1, SUM(v2) AS v2, SUM(v3) AS v3 FROM g GROUP BY id6"},
		{Name: "g06", Text: "SELECT id4, id5, MEDIAN(v3) AS median_v3, STDDEV_SAMP(v3) AS sd_v3 FROM g GROUP BY id4, id5",
			Duck: "SELECT id4, id5, quantile_cont(v3, 0.5) AS median_v3, stddev_samp(v3) AS sd_v3 FROM g GROUP BY id4, id5"},
		{Name: "g07", Text: "SELECT id3, MAX(v1) - MIN(v2) AS range_v1_v2 FROM g GROUP BY id3"},
		{Name: "g08", Text: "SELECT id6, v3 AS largest2_v3 FROM (SELECT id6, v3, ROW_NUMBER() OVER (PARTITION BY id6 ORDER BY v3 DESC) AS n FROM g) AS t WHERE n <= 2",
			Duck: "SELECT id6, unnest(max(v3, 2)) AS largest2_v3 FROM g GROUP BY id6"},
		{Name: "g09", Text: `SELECT id2, id4, (1e0 * COUNT(*) * SUM(v1 * v2) - 1e0 * SUM(v1) * SUM(v2)) * (1e0 * COUNT(*) * SUM(v1 * v2) - 1e0 * SUM(v1) * SUM(v2))
  / ((1e0 * COUNT(*) * SUM(v1 * v1) - 1e0 * SUM(v1) * SUM(v1)) * (1e0 * COUNT(*) * SUM(v2 * v2) - 1e0 * SUM(v2) * SUM(v2))) AS r2
FROM g GROUP BY id2, id4`,
			Duck: "SELECT id2, id4, nullif(pow(corr(v1, v2), 2), 'NaN') AS r2 FROM g GROUP BY id2, id4"},
		{Name: "g10", Text: "SELECT id1, id2, id3, id4, id5, id6, SUM(v3) AS v3, COUNT(*) AS count FROM g GROUP BY id1, id2, id3, id4, id5, id6"},
	}
}

func joining() []bench.Query {
	return []bench.Query{
		{Name: "j01", Text: "SELECT x.*, small.id4 AS small_id4, v2 FROM x JOIN small ON x.id1 = small.id1"},
		{Name: "j02", Text: "SELECT x.*, medium.id1 AS medium_id1, medium.id4 AS medium_id4, medium.id5 AS medium_id5, v2 FROM x JOIN medium ON x.id2 = medium.id2"},
		{Name: "j03", Text: "SELECT x.*, medium.id1 AS medium_id1, medium.id4 AS medium_id4, medium.id5 AS medium_id5, v2 FROM x LEFT JOIN medium ON x.id2 = medium.id2"},
		{Name: "j04", Text: "SELECT x.*, medium.id1 AS medium_id1, medium.id2 AS medium_id2, medium.id4 AS medium_id4, v2 FROM x JOIN medium ON x.id5 = medium.id5"},
		{Name: "j05", Text: "SELECT x.*, big.id1 AS big_id1, big.id2 AS big_id2, big.id4 AS big_id4, big.id5 AS big_id5, big.id6 AS big_id6, v2 FROM x JOIN big ON x.id3 = big.id3"},
	}
}
