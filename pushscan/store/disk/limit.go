package disk

import (
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// PageCache is what could be kept of files, in bytes: the machine's memory, or what the
// control groups of this process allow. It is found once: a folder asks for each of its tables.
func PageCache() int64 { return pageCache() }

var pageCache = sync.OnceValue(func() int64 {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0 // then every table is large, which costs a little advice
	}
	return min(int64(info.Totalram)*int64(info.Unit), groupLimit(os.DirFS("/")))
})

// groupLimit is the least limit of memory of the process's control groups and those that
// they are in, the largest number where there is none. A container may see its own groups
// as if they were the machine's, and lack those of the path: what is not there limits
// nothing. Version 2 has one line without controllers in /proc/self/cgroup, version 1 one
// for each controller (Linux, cgroups(7)).
func groupLimit(root fs.FS) int64 {
	least := int64(math.MaxInt64)
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		folder, file := "sys/fs/cgroup", "memory.max"
		switch controllers := strings.Split(parts[1], ","); {
		case slices.Contains(controllers, "memory"):
			folder, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		case parts[1] != "":
			continue
		}
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) {
			least = min(least, limitIn(root, path.Join(folder, group, file)))
			if group == "/" {
				break
			}
		}
	}
	return least
}

func limitIn(root fs.FS, file string) int64 {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return math.MaxInt64
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return math.MaxInt64 // "max"
	}
	return n
}
