package manifest

import (
	"encoding/json"
	"fmt"
)

// FormatError says that another version of the program wrote a folder.
type FormatError struct {
	File   string
	Format int // of the file
}

// Error implements error.
func (e *FormatError) Error() string {
	return fmt.Sprintf("%s is of format %d, which this gsdms does not read: use the gsdms that wrote it, or load the data again into another folder",
		e.File, e.Format)
}

// DecodeBody reads a body of a format up to the newest. The format is looked at first: the
// rest of another one may be of any shape.
func DecodeBody(body []byte, into any, newest int) error {
	var head struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(body, &head); err != nil {
		return err
	}
	if head.Format < Format || head.Format > newest {
		return &FormatError{Format: head.Format}
	}
	return json.Unmarshal(body, into)
}
