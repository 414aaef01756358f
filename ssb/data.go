package ssb

import "gsdms/ssb/gen"

// rowsAt are the rows of each table at a scale factor.
func rowsAt(sf float64) (map[string]int64, error) {
	s, err := gen.NewScale(sf)
	if err != nil {
		return nil, err
	}
	return map[string]int64{
		"date": gen.DateRows, "part": s.Parts, "supplier": s.Suppliers, "customer": s.Customers,
		"lineorder": s.Lines(0, s.Orders),
	}, nil
}
