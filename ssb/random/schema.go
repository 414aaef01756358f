package random

import "slices"

// table is a table as queries see it. Its templates have @ before each column.
type table struct {
	name   string
	share  int      // how often queries begin with it, of a hundred
	unique []string // columns that tell all rows apart
	keys   []key

	numbers []string // columns of whole numbers and decimals
	worked  []string // templates of numbers that are computed
	days    []string
	few     []string // columns of texts that occur often
	many    []string // columns of texts that are long, or mostly differ

	conditions []string // templates
}

// key is a column of numbers that rows are found by, and what they number: the name of a table.
type key struct{ column, of string }

// tables are all of them.
func tables() []table {
	return append(facts(), places()...)
}

// tableOf is the one of a name.
func tableOf(name string) *table {
	all := tables()
	return &all[slices.IndexFunc(all, func(t table) bool { return t.name == name })]
}

// column gives the key of a table that numbers the rows of another, or "".
func (t *table) column(of string) string {
	i := slices.IndexFunc(t.keys, func(k key) bool { return k.of == of })
	if i < 0 {
		return ""
	}
	return t.keys[i].column
}

// facts are the tables that grow with most rows.
func facts() []table {
	return []table{
		{
			name: "lineitem", share: 42, unique: []string{"l_orderkey", "l_linenumber"},
			keys:    []key{{"l_orderkey", "orders"}, {"l_partkey", "part"}, {"l_suppkey", "supplier"}},
			numbers: []string{"l_quantity", "l_extendedprice", "l_discount", "l_tax", "l_linenumber"},
			worked:  []string{"@l_extendedprice * (1 - @l_discount)", "@l_quantity * @l_tax", "@l_extendedprice * (1 - @l_discount) * (1 + @l_tax)"},
			days:    []string{"l_shipdate", "l_commitdate", "l_receiptdate"},
			few:     []string{"l_returnflag", "l_linestatus", "l_shipmode", "l_shipinstruct"}, many: []string{"l_comment"},
			conditions: []string{
				"@l_quantity < {2-50}", "@l_quantity BETWEEN {5-20} AND {21-40}", "@l_discount BETWEEN 0.0{1-4} AND 0.0{5-9}",
				"@l_shipdate >= '{day}'", "@l_shipdate < '{day}'", "@l_shipmode = '{mode}'", "@l_shipmode IN ('{mode}', '{mode}')",
				"@l_returnflag = 'R'", "@l_returnflag <> 'N'", "@l_linestatus = 'O'", "@l_shipinstruct = '{instruction}'",
				"@l_commitdate < @l_receiptdate", "@l_shipdate < @l_commitdate", "@l_linenumber > {2-5}", "@l_comment LIKE '%{said}%'",
				"@l_extendedprice > {1-80}000", "YEAR(@l_shipdate) = {1992-1998}", "@l_receiptdate > @l_shipdate + INTERVAL {5-25} DAY",
				"(@l_discount = 0 OR @l_tax > 0.0{3-7})", "(@l_shipmode = '{mode}' OR @l_returnflag = 'A')", "@l_partkey IN ({1-999}, {1-999}, {1-1999}, {1-1999})",
			},
		},
		{
			name: "orders", share: 24, unique: []string{"o_orderkey"},
			keys:    []key{{"o_orderkey", "orders"}, {"o_custkey", "customer"}},
			numbers: []string{"o_totalprice"}, days: []string{"o_orderdate"},
			few: []string{"o_orderstatus", "o_orderpriority"}, many: []string{"o_clerk", "o_comment"},
			conditions: []string{
				"@o_totalprice > {10-350}000", "@o_totalprice < {10-90}000", "@o_orderdate >= '{day}'", "@o_orderdate < '{day}'",
				"@o_orderpriority = '{priority}'", "@o_orderpriority <> '{priority}'", "@o_orderstatus = 'F'", "@o_orderstatus IN ('O', 'P')",
				"@o_comment LIKE '%{said}%'", "@o_comment NOT LIKE '%special%requests%'", "@o_clerk LIKE '%{0-9}{0-9}'", "MONTH(@o_orderdate) = {1-12}",
				"YEAR(@o_orderdate) IN ({1992-1995}, {1996-1998})", "(@o_orderstatus = 'P' OR @o_totalprice > {200-400}000)",
			},
		},
		{
			name: "partsupp", share: 12, unique: []string{"ps_partkey", "ps_suppkey"},
			keys:    []key{{"ps_partkey", "part"}, {"ps_suppkey", "supplier"}},
			numbers: []string{"ps_availqty", "ps_supplycost"}, worked: []string{"@ps_supplycost * @ps_availqty"}, many: []string{"ps_comment"},
			conditions: []string{
				"@ps_availqty > {1-9}000", "@ps_availqty < {1-900}", "@ps_supplycost < {10-900}", "@ps_supplycost BETWEEN {100-400} AND {500-900}",
				"@ps_comment LIKE '%{said}%'", "(@ps_availqty < 100 OR @ps_supplycost > {800-990})",
			},
		},
	}
}

// places are the tables that others refer to, and that refer to few or none.
func places() []table {
	return []table{
		{
			name: "customer", share: 12, unique: []string{"c_custkey"},
			keys:    []key{{"c_custkey", "customer"}, {"c_nationkey", "nation"}},
			numbers: []string{"c_acctbal"}, few: []string{"c_mktsegment"}, many: []string{"c_name", "c_phone"},
			conditions: []string{
				"@c_acctbal > {0-9}000", "@c_acctbal < 0", "@c_mktsegment = '{segment}'", "@c_mktsegment <> '{segment}'", "@c_phone LIKE '{10-34}-%'",
				"@c_nationkey < {2-20}", "LEFT(@c_phone, 2) IN ('{10-20}', '{21-34}')", "@c_comment LIKE '%{said}%'",
			},
		},
		{
			name: "part", share: 5, unique: []string{"p_partkey"}, keys: []key{{"p_partkey", "part"}},
			numbers: []string{"p_size", "p_retailprice"}, few: []string{"p_mfgr", "p_brand", "p_container", "p_type"}, many: []string{"p_name"},
			conditions: []string{
				"@p_size < {3-45}", "@p_size IN ({1-50}, {1-50}, {1-50}, {1-50})", "@p_brand = 'Brand#{1-5}{1-5}'", "@p_type LIKE '%{metal}'", "@p_type LIKE 'PROMO%'",
				"@p_name LIKE '%{color}%'", "@p_name LIKE '{color}%'", "@p_container = '{container}'", "@p_container LIKE 'SM%'", "@p_retailprice > 1{1-9}00", "@p_mfgr <> 'Manufacturer#{1-5}'",
			},
		},
		{
			name: "supplier", share: 5, unique: []string{"s_suppkey"},
			keys:    []key{{"s_suppkey", "supplier"}, {"s_nationkey", "nation"}},
			numbers: []string{"s_acctbal"}, few: []string{"s_nationkey"}, many: []string{"s_name"},
			conditions: []string{"@s_acctbal > {0-9}000", "@s_acctbal < 0", "@s_nationkey < {2-20}", "@s_comment LIKE '%{said}%'", "@s_name LIKE '%{0-9}'"},
		},
		{
			name: "nation", unique: []string{"n_nationkey"}, keys: []key{{"n_nationkey", "nation"}, {"n_regionkey", "region"}},
			few:        []string{"n_name"},
			conditions: []string{"@n_name = '{nation}'", "@n_name IN ('{nation}', '{nation}', '{nation}')", "@n_name < 'J'", "@n_regionkey = {0-4}"},
		},
		{
			name: "region", unique: []string{"r_regionkey"}, keys: []key{{"r_regionkey", "region"}},
			few:        []string{"r_name"},
			conditions: []string{"@r_name = '{region}'", "@r_name <> '{region}'"},
		},
	}
}
