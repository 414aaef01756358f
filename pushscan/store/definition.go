package store

import (
	"fmt"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
)

// manifestOf checks a definition against the tables that are there and makes the
// manifest of the empty table.
func manifestOf(d Definition, s *state) (*manifest, error) {
	if len(d.Columns) == 0 || len(d.Columns) > maxColumns {
		return nil, fmt.Errorf("%d columns: a table has 1 to %d", len(d.Columns), maxColumns)
	}
	m := &manifest{Table: d.Name, PrimaryKey: slices.Clone(d.PrimaryKey)}
	for _, c := range d.Columns {
		if err := m.addColumn(c); err != nil {
			return nil, err
		}
	}
	if err := m.checkPrimaryKey(); err != nil {
		return nil, err
	}
	m.NextNumber = d.NextNumber
	for _, f := range d.ForeignKeys {
		if err := m.addForeignKey(f, s); err != nil {
			return nil, err
		}
	}
	if err := m.checkOwn(); err != nil {
		return nil, err
	}
	for _, name := range d.Order {
		i := slices.IndexFunc(m.Columns, func(c columnEntry) bool { return strings.EqualFold(c.Name, name) })
		if i < 0 {
			return nil, fmt.Errorf("the order names column %q, which the table does not have", name)
		}
		if m.Columns[i].Type.Kind == kindNames[plan.Double] {
			return nil, fmt.Errorf("column %q: rows cannot be ordered by a DOUBLE", name)
		}
		m.Declared = append(m.Declared, i)
	}
	return m.empty(), nil
}

func (m *manifest) addColumn(c plan.Column) error {
	if err := checkName("column", c.Name); err != nil {
		return err
	}
	if slices.ContainsFunc(m.Columns, func(o columnEntry) bool { return strings.EqualFold(o.Name, c.Name) }) {
		return fmt.Errorf("column %q occurs twice", c.Name)
	}
	if int(c.Type.Kind) >= len(kindNames) || kindNames[c.Type.Kind] == "" {
		return fmt.Errorf("column %q: values of type %s cannot be stored", c.Name, c.Type)
	}
	m.Columns = append(m.Columns, columnEntry{Name: c.Name, Type: typeOf(c.Type), Nullable: c.Nullable, Default: defaultOf(c.Default), Own: c.Own})
	return nil
}

// checkPrimaryKey checks the key's columns; they are never NULL.
func (m *manifest) checkPrimaryKey() error {
	seen := map[int]bool{}
	for _, i := range m.PrimaryKey {
		if i < 0 || i >= len(m.Columns) || seen[i] {
			return fmt.Errorf("column %d of the primary key is not there, or twice", i)
		}
		seen[i] = true
		c := &m.Columns[i]
		if c.Type.Kind == kindNames[plan.Double] {
			return fmt.Errorf("column %q: a DOUBLE cannot be in a primary key", c.Name)
		}
		c.Nullable = false
	}
	return nil
}

func (m *manifest) addForeignKey(f plan.ForeignKey, s *state) error {
	if f.Column < 0 || f.Column >= len(m.Columns) || m.foreign(f.Column) != nil {
		return fmt.Errorf("foreign key column %d is not there, or has another foreign key", f.Column)
	}
	c := &m.Columns[f.Column]
	if f.Table == m.Table {
		return fmt.Errorf("column %q: a foreign key to its own table is not supported", c.Name)
	}
	to, err := s.find(f.Table)
	if err != nil {
		return fmt.Errorf("foreign key %q: %w", c.Name, err)
	}
	at := slices.IndexFunc(to.Columns, func(c plan.Column) bool { return strings.EqualFold(c.Name, f.RefColumn) })
	if len(to.PrimaryKey) != 1 || to.PrimaryKey[0] != at {
		return fmt.Errorf("foreign key %q must reference the primary key of table %q, of one column", c.Name, f.Table)
	}
	key := to.Columns[at]
	if c.Type.plan().Keyed() {
		return fmt.Errorf("foreign key %q: a DECIMAL of more than %d digits cannot be one", c.Name, value.SureDigits)
	}
	if kind, _ := c.Type.kind(); kind != key.Type.Kind || c.Type.Scale != key.Type.Scale {
		return fmt.Errorf("foreign key %q is %s and references %s.%s, which is %s", c.Name, c.Type.plan(), f.Table, key.Name, key.Type)
	}
	m.Foreign = append(m.Foreign, foreignEntry{Column: f.Column, Table: f.Table, RefColumn: at})
	return nil
}
