package explain

// Tree is a statement as pipelines, in an order in which each comes after those it reads;
// the last gives the result. The names of its fields in JSON stay, and docs/explain.md says
// what they mean.
type Tree struct {
	Query     string     `json:"query"`
	Columns   []string   `json:"columns"` // of the result
	Pipelines []Pipeline `json:"pipelines"`
	Run       *Run       `json:"run,omitempty"` // nil: it has not run
}

// Pipeline is what runs over the rows of one source before its own rows are stored.
type Pipeline struct {
	Number int          `json:"pipeline"` // from 1
	ReadBy []int        `json:"read_by"`  // the pipelines that take its rows; none: they are the result
	Known  bool         `json:"known"`    // an earlier statement has the same one: who runs it at the same time shares it
	Open   bool         `json:"open"`     // what is streamed, and the order of joins, is decided when the rows it reads are there
	Steps  []Step       `json:"steps"`    // in the order in which rows take them
	Run    *PipelineRun `json:"run,omitempty"`
}

// Step is one operator of a pipeline.
type Step struct {
	Kind     Kind   `json:"step"`
	Table    string `json:"table,omitempty"`
	Alias    string `json:"alias,omitempty"` // where it is not the table's name
	Reads    []int  `json:"reads,omitempty"` // the pipelines whose rows it takes
	What     string `json:"what,omitempty"`  // conditions, keys, expressions
	Estimate *int64 `json:"estimate,omitempty"`
	Rows     *int64 `json:"rows,omitempty"` // that came out of it; nil: not counted
}

// Kind is what a step does.
type Kind string

// The kinds of steps. A join that is not inner has its kind in front: "left join".
const (
	Scan     Kind = "scan"    // the rows of a table, or of a pipeline, are streamed
	Read     Kind = "read"    // one of several tables, of which one will be streamed
	Values   Kind = "values"  // rows without a table
	Union    Kind = "union"   // the rows of several pipelines, one after another
	Recurse  Kind = "recurse" // the rows of a pipeline, and those that a recursion makes of them
	Constant Kind = "value"   // the one row of a pipeline stands for constants
	Where    Kind = "filter"
	Join     Kind = "join"
	Group    Kind = "group"
	Select   Kind = "select" // expressions are computed
	Windows  Kind = "window"
	Distinct Kind = "distinct"
	Repeat   Kind = "repeat"
	Unfold   Kind = "unfold" // a row for each row that is made of a document
	Sort     Kind = "sort"
	Limit    Kind = "limit"

	Insert  Kind = "insert" // the rows become those of a table
	Replace Kind = "replace"
	Update  Kind = "update" // a table's rows get other values
	Delete  Kind = "delete"
)

// PipelineRun is what a pipeline did. Times of different pipelines overlap.
type PipelineRun struct {
	Rows      int64     `json:"rows"`
	Held      int64     `json:"held_bytes"` // of the rows that it left
	WaitMS    float64   `json:"wait_ms"`    // for the stream to take it on
	CompileMS float64   `json:"compile_ms"` // in this run; 0: it was compiled before
	ScanMS    float64   `json:"scan_ms"`    // loading and pushing chunks, shared ones included
	BusyMS    float64   `json:"busy_ms"`    // of kernels, summed over threads
	TailMS    float64   `json:"tail_ms"`    // steps behind the sink
	Read      int64     `json:"read_bytes"` // of columns, by the kernels it rode in
	Segments  int       `json:"segments"`   // pushed
	Skipped   int       `json:"skipped_segments"`
	Spilled   int64     `json:"spilled_bytes"` // written to files because memory had no room for groups or rows
	Sharing   []Sharing `json:"sharing"`
	Device    string    `json:"device,omitempty"`
	Refused   string    `json:"refused,omitempty"` // why the first backend did not run it
	Chosen    string    `json:"chosen,omitempty"`  // which of two backends ran it, and why
}

// Sharing is a run of chunks that the same number of queries shared, the query included.
type Sharing struct {
	Chunks  int `json:"chunks"`
	Queries int `json:"queries"`
}

// Run is what the whole statement did.
type Run struct {
	Rows    int64     `json:"rows"`
	WallMS  float64   `json:"wall_ms"`
	Memory  int64     `json:"memory_bytes"`  // the most that it held at once
	Spilled int64     `json:"spilled_bytes"` // written to files because memory had no room for groups or rows
	Cached  bool      `json:"plan_cached"`
	Parts   []Elapsed `json:"parts"`
}

// Elapsed is the time of a part of a statement.
type Elapsed struct {
	Part string  `json:"part"`
	MS   float64 `json:"ms"`
}
