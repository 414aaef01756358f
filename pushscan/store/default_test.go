package store_test

import (
	"reflect"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// What a definition declares is still declared after a load and a second opening.
func TestDeclarationsAreKept(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	product, _, err := apd.NewFromString("-123456789012345678901234567890.50")
	if err != nil {
		t.Fatal(err)
	}
	d := store.Definition{Name: "t", Columns: []plan.Column{
		{Name: "a", Type: integer, Default: &plan.Value{Kind: plan.Int, Int: -1 << 63}},
		{Name: "b", Type: text, Default: &plan.Value{Kind: plan.String, Text: "\x00<ä>\"'"}},
		{Name: "c", Type: double, Nullable: true, Default: &plan.Value{Kind: plan.Double, Float: 1e-300}},
		{Name: "d", Type: price, Default: &plan.Value{Kind: plan.Decimal, Dec: product}},
		{Name: "e", Type: date, Nullable: true, Default: &plan.Value{}},
		{Name: "f", Type: boolean, Nullable: true},
		{Name: "g", Type: plan.Type{Kind: plan.String, Name: "CHAR(3)", Precision: 3}},
	}, PrimaryKey: []int{0, 1}}
	define(t, c, d)
	load(t, c, d, rows{{int64(1), "x", 1.0, int64(5), nil, nil, "abc"}})
	c.Close()
	snapshot := table(t, open(t, dir), "t")
	for i, want := range d.Columns {
		got := snapshot.Columns[i]
		if got.Name != want.Name || got.Type != want.Type || got.Nullable != want.Nullable {
			t.Errorf("column %+v, want %+v", got, want)
		}
		if !reflect.DeepEqual(printed(got.Default), printed(want.Default)) {
			t.Errorf("column %s: default %+v, want %+v", want.Name, got.Default, want.Default)
		}
	}
	if !reflect.DeepEqual(snapshot.PrimaryKey, d.PrimaryKey) {
		t.Errorf("primary key %v", snapshot.PrimaryKey)
	}
}

// printed is a value with its decimal as text, so that equal values are deeply equal.
func printed(v *plan.Value) any {
	if v == nil || v.Dec == nil {
		return v
	}
	return v.Dec.Text('f')
}
