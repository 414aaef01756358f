package procedure

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"gsdms/sql/parse"
	"gsdms/sql/result"
)

const mostNeighbours = 1 << 20

// knn is CALL knn: the k rows nearest to a point, the nearest first, and of equally near ones
// the lesser id. It is a query, whose first rows its scan keeps: other statements share it.
func knn(ctx context.Context, c *Call, args []argument) (*result.Set, error) {
	table, err := args[0].name()
	if err != nil {
		return nil, err
	}
	id, err := args[1].name()
	if err != nil {
		return nil, err
	}
	columns, err := args[2].columns()
	if err != nil {
		return nil, err
	}
	k, err := args[3].whole("the number of neighbours", 1, mostNeighbours)
	if err != nil {
		return nil, err
	}
	if len(args) != 4+len(columns) {
		return nil, args[2].wrong("%d columns and %d values: each column needs one", len(columns), len(args)-4)
	}
	if err := c.numeric(table, columns); err != nil {
		return nil, err
	}
	squares, there := make([]string, len(columns)), make([]string, len(columns))
	for i, name := range columns {
		v, err := args[4+i].number("a value of the point")
		if err != nil {
			return nil, err
		}
		x := "(CAST(" + parse.QuoteName(name) + " AS DOUBLE) - (" + strconv.FormatFloat(v, 'e', -1, 64) + "))"
		squares[i], there[i] = x+" * "+x, parse.QuoteName(name)+" IS NOT NULL"
	}
	r, err := c.Read(ctx, fmt.Sprintf("SELECT %s, SQRT(%s) AS distance FROM %s WHERE %s ORDER BY 2, 1 LIMIT %d",
		parse.QuoteName(id), strings.Join(squares, " + "), parse.QuoteName(table), strings.Join(there, " AND "), k))
	if err != nil {
		return nil, err
	}
	return r, nil
}
