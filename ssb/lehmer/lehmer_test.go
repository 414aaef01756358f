package lehmer

import "testing"

func TestSkippingEqualsDrawing(t *testing.T) {
	for _, n := range []int64{0, 1, 2, 7, 92, 1000, 65537} {
		drawn := At(851767375, 0)
		for range n {
			drawn.Next()
		}
		if skipped := At(851767375, n); skipped != drawn {
			t.Errorf("after %d draws %d, after skipping them %d", n, drawn.x, skipped.x)
		}
	}
}
