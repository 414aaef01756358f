package operators_test

import (
	"errors"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// Texts that cannot be read end a query with the reason.
func TestUnreadableTexts(t *testing.T) {
	failure := errors.New("the disk failed")
	d := plan.NewUnreadDictionary(1, 9, func() ([]uint32, []byte, error) { return nil, nil, failure })
	if err := operators.Guarded(func() error { d.At(0); return nil }); !errors.Is(err, failure) {
		t.Errorf("error %v", err)
	}
}
