package manifest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gsdms/plan"
)

// AddColumn adds a declared column; the error says what of it cannot be kept.
func (m *Manifest) AddColumn(c plan.Column) error {
	if err := CheckName("column", c.Name); err != nil {
		return err
	}
	if slices.ContainsFunc(m.Columns, func(o Column) bool { return strings.EqualFold(o.Name, c.Name) }) {
		return fmt.Errorf("column %q occurs twice", c.Name)
	}
	if int(c.Type.Kind) >= len(KindNames) || KindNames[c.Type.Kind] == "" {
		return fmt.Errorf("column %q: values of type %s cannot be stored", c.Name, c.Type)
	}
	m.Columns = append(m.Columns, Column{Name: c.Name, Type: TypeOf(c.Type), Nullable: c.Nullable, Default: defaultOf(c.Default), Own: c.Own, Formula: c.Formula, Comment: c.Comment, Declared: c.Declared})
	return nil
}

// CheckRules checks the rules: each has a name of its own, and columns.
func (m *Manifest) CheckRules() error {
	names := map[string]bool{}
	for _, r := range m.Rules {
		if err := CheckName("rule", r.Name); err != nil {
			return err
		}
		if name := strings.ToLower(r.Name); names[name] {
			return fmt.Errorf("rule %q occurs twice", r.Name)
		}
		names[strings.ToLower(r.Name)] = true
		if r.Check == "" && len(r.Columns) == 0 {
			return fmt.Errorf("rule %q has no column", r.Name)
		}
	}
	return m.checkOrdinals()
}

// CheckReferences checks the foreign keys that are rules: each has a name of its own, columns and as many others.
func (m *Manifest) CheckReferences() error {
	names := map[string]bool{}
	for _, r := range m.References {
		name := strings.ToLower(cmp.Or(r.Name, strconv.Itoa(r.Number)))
		if names[name] || name == "0" {
			return fmt.Errorf("foreign key %q occurs twice, or has no name", name)
		}
		names[name] = true
		if len(r.Columns) == 0 || len(r.Columns) != len(r.Others) || r.Table == "" {
			return fmt.Errorf("foreign key %q has %d columns and refers to %d of table %q", name, len(r.Columns), len(r.Others), r.Table)
		}
	}
	return m.checkOrdinals()
}

// CheckIndexes checks the indexes that are kept: each has a name of its own, and parts that are columns or
// expressions.
func (m *Manifest) CheckIndexes() error {
	names := map[string]bool{}
	for _, x := range m.Indexes {
		if err := CheckName("index", x.Name); err != nil {
			return err
		}
		name := strings.ToLower(x.Name)
		if names[name] || len(x.Parts) == 0 {
			return fmt.Errorf("index %q occurs twice, or has no column", x.Name)
		}
		names[name] = true
		for _, p := range x.Parts {
			if p.Column >= len(m.Columns) || p.Column < 0 && p.Expr == "" || p.Length < 0 {
				return fmt.Errorf("index %q: there is no column %d", x.Name, p.Column)
			}
		}
	}
	return nil
}

// CheckPrimaryKey checks the key's columns; they are never NULL.
func (m *Manifest) CheckPrimaryKey() error {
	seen := map[int]bool{}
	for _, i := range m.PrimaryKey {
		if i < 0 || i >= len(m.Columns) || seen[i] {
			return fmt.Errorf("column %d of the primary key is not there, or twice", i)
		}
		seen[i] = true
		c := &m.Columns[i]
		if c.Type.Kind == KindNames[plan.Double] {
			return fmt.Errorf("column %q: a DOUBLE cannot be in a primary key", c.Name)
		}
		c.Nullable = false
	}
	return nil
}
