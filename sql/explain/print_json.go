package explain

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// JSON gives the tree as an object of JSON, indented.
func (t *Tree) JSON() (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(t); err != nil {
		return "", fmt.Errorf("write the plan as JSON: %w", err)
	}
	return string(bytes.TrimRight(b.Bytes(), "\n")), nil
}
