package bench

import (
	"bufio"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Machine says what a number was measured on.
type Machine struct {
	CPU     string  `json:"cpu"`
	Threads int     `json:"threads"` // that Go may use
	Memory  float64 `json:"memory_gib,omitempty"`
	System  string  `json:"system"`
	Go      string  `json:"go"`
}

// ThisMachine finds the facts out; what the system does not tell stays empty.
func ThisMachine() Machine {
	m := Machine{
		CPU:     procValue("/proc/cpuinfo", "model name"),
		Threads: runtime.GOMAXPROCS(0),
		System:  runtime.GOOS + "/" + runtime.GOARCH,
		Go:      runtime.Version(),
	}
	if m.CPU == "" {
		m.CPU = runtime.GOARCH
	}
	kib, _, _ := strings.Cut(procValue("/proc/meminfo", "MemTotal"), " ")
	if n, err := strconv.ParseFloat(kib, 64); err == nil {
		m.Memory = float64(int(n/(1<<20)*10)) / 10
	}
	return m
}

// procValue is the value of the first line "name : value" of a file, or "".
func procValue(path, name string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if k, v, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(k) == name {
			return strings.TrimSpace(v)
		}
	}
	return ""
}
