package account

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/parse"
	"gsdms/sql/setting"
)

// Limits are what a user may use at most; 0 is any amount.
type Limits struct {
	Connections int           `json:",omitempty"` // by MySQL's protocol, at a time
	Running     int           `json:",omitempty"` // statements at a time
	Rows        int64         `json:",omitempty"` // of a query
	Time        time.Duration `json:",omitempty"` // of a statement
	Memory      int64         `json:",omitempty"` // bytes that all statements hold together
}

// Refuse is the error of a user who is over a limit.
func Refuse(user, resource string, limit int64) *parse.Error {
	return parse.ErrorAt("", -1, parse.CodeUserLimit, "User '%s' has exceeded the '%s' resource (current value: %d)", user, resource, limit)
}

// attributes are the limits that ATTRIBUTE of CREATE USER and ALTER USER sets.
var attributes = []string{"max_running", "max_rows", "max_time", "max_memory"}

// With gives the limits as a statement changes them: WITH MAX_USER_CONNECTIONS, and ATTRIBUTE
// with an object of those that JSON has, of which null takes one away.
func (l Limits) With(text parse.Text, options []*ast.ResourceOption, attribute *ast.CommentOrAttributeOption) (Limits, error) {
	for _, o := range options {
		switch {
		case o.Type == ast.MaxUserConnections:
			l.Connections = int(o.Count)
		case o.Count != 0:
			return l, text.RefuseWord("WITH", "limits by the hour; there is MAX_USER_CONNECTIONS")
		}
	}
	if attribute == nil {
		return l, nil
	}
	var all map[string]json.RawMessage
	if attribute.Type != ast.UserAttributeType {
		return l, text.RefuseWord("COMMENT", "comments of users; ATTRIBUTE sets limits")
	}
	if err := json.Unmarshal([]byte(attribute.Value), &all); err != nil {
		return l, text.ErrorAtWord("ATTRIBUTE", parse.CodeWrongArguments, "ATTRIBUTE takes a JSON object such as {\"max_running\": 4}: %s", err)
	}
	for name, value := range all {
		if !slices.Contains(attributes, name) {
			return l, parse.Hinted(text.ErrorAtWord("ATTRIBUTE", parse.CodeWrongArguments, "there is no attribute %q of users; there are max_running, max_rows, max_time and max_memory", name), name, attributes)
		}
		if err := l.set(name, value); err != nil {
			return l, text.ErrorAtWord("ATTRIBUTE", parse.CodeWrongArguments, "attribute %s: %s", name, err)
		}
	}
	return l, nil
}

// set sets a limit of attributes.
func (l *Limits) set(name string, value json.RawMessage) error {
	switch name {
	case "max_time":
		return l.setTime(value)
	case "max_memory":
		return l.setMemory(value)
	}
	var n uint32
	if err := json.Unmarshal(value, &n); err != nil {
		return fmt.Errorf("it is a whole number from 0, or null, not %s", value)
	}
	if name == "max_running" {
		l.Running = int(n)
	} else {
		l.Rows = int64(n)
	}
	return nil
}

func (l *Limits) setTime(value json.RawMessage) (err error) {
	var text string
	if err := json.Unmarshal(value, &text); err != nil {
		return fmt.Errorf("it is a duration such as \"30s\", or null, not %s", value)
	}
	if text == "" {
		l.Time = 0
		return nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return fmt.Errorf("it is a duration such as \"30s\", not %q", text)
	}
	l.Time = d
	return nil
}

func (l *Limits) setMemory(value json.RawMessage) (err error) {
	var text string
	if json.Unmarshal(value, &text) != nil { // a number
		text = string(value)
	}
	if l.Memory = 0; text != "" && text != "0" {
		l.Memory, err = setting.ParseBytes(text)
	}
	return err
}

// AttributesText is what ATTRIBUTE would set, "" for nothing.
func (l Limits) AttributesText() string {
	all := map[string]any{}
	if l.Running > 0 {
		all["max_running"] = l.Running
	}
	if l.Rows > 0 {
		all["max_rows"] = l.Rows
	}
	if l.Time > 0 {
		all["max_time"] = l.Time.String()
	}
	if l.Memory > 0 {
		all["max_memory"] = l.Memory
	}
	if len(all) == 0 {
		return ""
	}
	text, _ := json.Marshal(all) // of numbers and a text
	return string(text)
}
