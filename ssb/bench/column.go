package bench

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Column is a column of a table as CREATE TABLE declares it.
type Column struct {
	Name             string
	Kind             string // INTEGER, DECIMAL, VARCHAR, ... in upper case
	Precision, Scale int    // of a DECIMAL; the precision is a VARCHAR's length
	NotNull          bool
}

// columnPattern is a declaration: name, type, one or two numbers.
var columnPattern = regexp.MustCompile(`^(\w+)\s+([A-Za-z]+)(?:\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?(?i:\s+(NOT\s+NULL))?`)

// keyPattern begins what declares a key and no column.
var keyPattern = regexp.MustCompile(`(?i)^(PRIMARY|FOREIGN|UNIQUE|KEY|INDEX|CONSTRAINT)\b`)

// Columns reads the columns of Create, whose order is the one of the source's batches.
func (t *Table) Columns() ([]Column, error) {
	_, body, _ := strings.Cut(t.Create, "(")
	var out []Column
	for _, part := range declarations(body) {
		if keyPattern.MatchString(part) {
			continue
		}
		m := columnPattern.FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("table %s: %q declares no column", t.Name, part)
		}
		c := Column{Name: m[1], Kind: strings.ToUpper(m[2]), NotNull: m[5] != ""}
		c.Precision, _ = strconv.Atoi(m[3]) // digits or nothing, which is 0
		c.Scale, _ = strconv.Atoi(m[4])
		out = append(out, c)
	}
	return out, nil
}

// declarations cuts at the commas that no parenthesis holds, up to the one that closes body.
func declarations(body string) []string {
	var out []string
	depth, start := 0, 0
	for i, c := range body {
		switch {
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ')':
			return append(out, strings.TrimSpace(body[start:i]))
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(body[start:i]))
			start = i + 1
		}
	}
	return out
}

// Declaration is the column in CREATE TABLE, without keys.
func (c *Column) Declaration() string {
	text := c.Name + " " + c.Type()
	if c.NotNull {
		text += " NOT NULL"
	}
	return text
}

// Type is the type as SQL writes it.
func (c *Column) Type() string {
	switch {
	case c.Precision == 0:
		return c.Kind
	case c.Kind == "DECIMAL":
		return fmt.Sprintf("DECIMAL(%d,%d)", c.Precision, c.Scale)
	default:
		return fmt.Sprintf("%s(%d)", c.Kind, c.Precision)
	}
}
