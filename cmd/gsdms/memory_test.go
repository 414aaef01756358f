package main

import (
	"errors"
	"testing"

	"gsdms/sql"
)

func TestMemoryOfControlGroups(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"no groups":  {nil, sql.DefaultMemory},
		"no limit":   {map[string]string{"/proc/self/cgroup": "0::/a\n", "/sys/fs/cgroup/a/memory.max": "max\n"}, sql.DefaultMemory},
		"version 2":  {map[string]string{"/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/memory.max": "4096000\n"}, 3072000},
		"its parent": {map[string]string{"/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/memory.max": "4000\n", "/sys/fs/cgroup/a/b/memory.max": "8000\n"}, 3000},
		"the root":   {map[string]string{"/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "4000\n"}, 3000},
		"version 1": {map[string]string{
			"/proc/self/cgroup":                             "5:cpu,cpuacct:/x\n4:memory:/a\n",
			"/sys/fs/cgroup/memory/a/memory.limit_in_bytes": "2000\n", "/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "1000\n",
		}, 1500},
		"version 1, no limit": {map[string]string{
			"/proc/self/cgroup": "4:memory:/\n", "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, sql.DefaultMemory},
		"a machine":               {map[string]string{"/proc/meminfo": "MemTotal:       16000 kB\nMemFree: 1 kB\n"}, 8000 << 10},
		"a group of a machine":    {map[string]string{"/proc/meminfo": "MemTotal:       16000 kB\n", "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "4096000\n"}, 3072000},
		"a group of all and more": {map[string]string{"/proc/meminfo": "MemTotal:       16 kB\n", "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "4096000\n"}, 8 << 10},
	} {
		got := defaultMemory(func(name string) ([]byte, error) {
			if text, ok := c.files[name]; ok {
				return []byte(text), nil
			}
			return nil, errors.New("no such file")
		})
		if got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
}

func TestMemoryOfOneQuery(t *testing.T) {
	for memory, want := range map[int64]int64{1 << 30: 1 << 30, 3 << 30: 2 << 30, 12 << 30: 3 << 30, 64 << 30: 16 << 30} {
		if got := defaultQueryMemory(memory); got != want {
			t.Errorf("of %d bytes a query has %d, want %d", memory, got, want)
		}
	}
}
