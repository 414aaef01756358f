package explain

import "fmt"

// The columns of Grid, divided by commas; # behind one says that it holds numbers. ranHeads
// come behind those of planHeads where the statement has run.
const (
	planHeads = "pipeline#,step,table,reads,estimate#,detail"
	ranHeads  = "rows#,ms,read_bytes#,held_bytes#"
)

// Grid gives the tree as a table, a row for each step. Times and bytes are those of the whole
// pipeline, in the row of its first step.
func (t *Tree) Grid() (heads string, rows [][]any) {
	if heads = planHeads; t.Run != nil {
		heads += "," + ranHeads
	}
	for i := range t.Pipelines {
		p := &t.Pipelines[i]
		for k, s := range p.Steps {
			row := []any{p.Number, string(s.Kind), textCell(s.name()), textCell(numbers(s.Reads)), numberCell(s.Estimate), textCell(s.What)}
			if t.Run != nil {
				row = append(row, numberCell(s.Rows))
			}
			if p.Run != nil && k == 0 {
				row = append(row, fmt.Sprintf("%.3f", p.Run.ScanMS+p.Run.TailMS), int(p.Run.Read), int(p.Run.Held))
			}
			rows = append(rows, row)
		}
	}
	return heads, rows
}

// name is the step's table and its alias.
func (s Step) name() string {
	if s.Alias == "" {
		return s.Table
	}
	if s.Table == "" {
		return s.Alias
	}
	return s.Table + " AS " + s.Alias
}

// textCell is a text, NULL where there is none.
func textCell(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// numberCell is a number, NULL where it is not known.
func numberCell(n *int64) any {
	if n == nil {
		return nil
	}
	return int(*n)
}
