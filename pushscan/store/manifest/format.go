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

// DecodeBody reads a body of a format up to the newest into what has its format in the field that
// format points to. The rest of another format may be of any shape: one that cannot be read is looked
// at for its format alone.
func DecodeBody(body []byte, into any, format *int, newest int) error {
	err := json.Unmarshal(body, into)
	found := *format
	if err != nil {
		var head struct {
			Format int `json:"format"`
		}
		if err := json.Unmarshal(body, &head); err != nil {
			return err
		}
		found = head.Format
	}
	if found < Format || found > newest {
		return &FormatError{Format: found}
	}
	return err
}
