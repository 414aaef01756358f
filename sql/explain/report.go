package explain

import (
	"time"

	"gsdms/pushscan"
	"gsdms/pushscan/engine"
)

// Report says how a statement ran.
type Report struct {
	Rows      int // rows of the result
	Began     time.Time
	Wall      time.Duration
	Cached    bool // the plan came from the cache
	Stages    []Stage
	Admission time.Duration        // waiting for memory, part of the stage scan
	Scan      *pushscan.Report     // of the stage that scanned most rows; nil when no table was scanned
	Parts     []engine.StageReport // of the query's pipelines
	Analysis  string               // the device that the analysis of a CALL ran on, and why; "": there was none
	Memory    int64                // bytes: the most that was charged to the query at once
	Other     *engine.Query        // that ran in place of the query, which took too much for granted; nil: that one did
}

// Stage is the time that one part of a statement took.
type Stage struct {
	Name string
	Took time.Duration
}

// Backend names the device that ran the scan, "" if none did.
func (r Report) Backend() string {
	if r.Scan == nil {
		return ""
	}
	return r.Scan.Device
}
