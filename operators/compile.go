package operators

import (
	"context"
	"fmt"

	"gsdms/plan"
)

// Compile turns a rewritten network into a program and the operators that are left
// for the finish. It reads dimensions and may build indexes (kept in cache and shared
// by the queries that need the same one).
func Compile(ctx context.Context, n *plan.Network, cache *IndexCache) (*Query, error) {
	return nil, fmt.Errorf("compile %s: no operators", n.Text)
}

// IndexCache keeps the hash indexes of live snapshots within a limit of bytes.
type IndexCache struct{}
