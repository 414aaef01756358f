package disk

import (
	"math"
	"testing"
	"testing/fstest"
)

func TestTheLeastLimitOfAllControlGroupsCounts(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"none": {nil, math.MaxInt64},
		"version 2, one's own": {map[string]string{
			"proc/self/cgroup": "0::/user/one\n", "sys/fs/cgroup/user/one/memory.max": "1000\n", "sys/fs/cgroup/user/memory.max": "max\n",
		}, 1000},
		"version 2, another around it": {map[string]string{
			"proc/self/cgroup": "0::/user/one\n", "sys/fs/cgroup/user/one/memory.max": "max\n", "sys/fs/cgroup/user/memory.max": "70\n",
		}, 70},
		"version 2, in a container": {map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "5\n",
		}, 5},
		"version 1": {map[string]string{
			"proc/self/cgroup": "9:cpu,cpuacct:/a\n4:memory:/a/b\n0::/\n", "sys/fs/cgroup/memory/a/b/memory.limit_in_bytes": "300\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n", "sys/fs/cgroup/cpu/a/memory.limit_in_bytes": "1\n",
		}, 300},
		"not a number": {map[string]string{
			"proc/self/cgroup": "nonsense\n0::../..\n", "sys/fs/cgroup/memory.max": "what\n",
		}, math.MaxInt64},
	} {
		root := fstest.MapFS{}
		for path, text := range c.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := groupLimit(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
