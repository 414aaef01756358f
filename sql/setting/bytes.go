package setting

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseBytes reads a number of bytes above 0: 4096, 64K, 512M, 4G, 1.5T.
func ParseBytes(text string) (int64, error) {
	s := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	unit := 1.0
	if i := strings.IndexAny(s, "KMGT"); i >= 0 && i == len(s)-1 {
		unit = float64(int64(1) << (10 * (1 + strings.IndexByte("KMGT", s[i]))))
		s = s[:i]
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || !(n > 0 && n*unit < 1<<62) {
		return 0, fmt.Errorf("%q is not a size: write bytes, or 64K, 512M, 4G", text)
	}
	return int64(n * unit), nil
}
