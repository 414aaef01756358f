package main

import (
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"

	"gsdms/pushscan"
	"gsdms/sql"
)

// groupShare is how much of a control group's memory queries have unless --memory says
// otherwise: the rest is for mapped columns, the program and what awaits the collector.
const groupShare = 0.75

// machineShare is likewise of a machine's memory where there is no group: others use it, too.
const machineShare = 0.5

// defaultMemory is --memory where it is not given: a share of what the process's control
// group may have, or of what the machine has; sql.DefaultMemory where neither is known.
func defaultMemory(files func(name string) ([]byte, error)) int64 {
	limit, all := groupLimit(files), machineMemory(files)
	switch {
	case limit > 0 && (all == 0 || limit < all):
		return int64(groupShare * float64(limit))
	case all > 0:
		return int64(machineShare * float64(all))
	}
	return sql.DefaultMemory
}

// queryShare is the part of --memory that one query has unless --query-memory says otherwise, or
// pushscan.DefaultQueryMemory where that is more.
const queryShare = 4

// defaultQueryMemory is --query-memory where it is not given.
func defaultQueryMemory(memory int64) int64 {
	return min(memory, max(pushscan.DefaultQueryMemory, memory/queryShare))
}

// machineMemory is what the machine has, 0 where that is not known.
func machineMemory(files func(name string) ([]byte, error)) int64 {
	text, err := files("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "MemTotal:"); ok {
			n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 44)
			return n << 10
		}
	}
	return 0
}

// unlimited is more than any machine has: control groups of version 1 say so where there is
// no limit.
const unlimited = 1 << 60

// groupLimit is the least limit of memory of the control groups that the process is in, 0
// where there is none.
func groupLimit(files func(name string) ([]byte, error)) (limit int64) {
	groups, err := files("/proc/self/cgroup")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		root, file := "/sys/fs/cgroup", "memory.max"
		if parts[0] != "0" {
			if !strings.Contains(","+parts[1]+",", ",memory,") {
				continue
			}
			root, file = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) {
			if n := readLimit(files, path.Join(root, group, file)); n > 0 && (limit == 0 || n < limit) {
				limit = n
			}
			if group == "/" {
				break
			}
		}
	}
	return limit
}

// readLimit is the number in a file, 0 where there is none or it means no limit.
func readLimit(files func(name string) ([]byte, error), name string) int64 {
	text, err := files(name)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || n >= unlimited {
		return 0
	}
	return n
}

// limitHeap has the collector work harder rather than let what queries hold, and what
// awaits it, pass --memory by more than an eighth. The ballast counts, but takes nothing.
// GOMEMLIMIT, where it is set, says otherwise.
func limitHeap(memory int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memory + memory/8 + ballastBytes + programBytes)
	}
}

// programBytes is what the program takes beside queries.
const programBytes = 32 << 20
