package plan

import (
	"strings"

	"gsdms/plan/value"
)

// NullOf is the NULL of a type.
func NullOf(t Type) Const { return Const{Of: Plain(t)} }

// Literal makes the constant of a value, with the narrowest type that holds it.
func Literal(v Value) Const {
	t := Type{Kind: v.Kind}
	if v.Kind == Decimal {
		t.Scale = value.ScaleOf(v.Dec)
		t.Precision = max(int(v.Dec.NumDigits()), t.Scale, 1)
	}
	if v.Kind.Ticking() {
		t.Scale = int(v.Scale)
	}
	return Const{Value: v, Of: t}
}

// Plain drops what only a column's declaration says from a type.
func Plain(t Type) Type {
	if t.Kind == Decimal {
		return Type{Kind: Decimal, Precision: t.Precision, Scale: t.Scale}
	}
	if t.Kind.Ticking() {
		return Type{Kind: t.Kind, Scale: t.Scale}
	}
	if t.Kind == String && t.Name == value.JSONName {
		return JsonType()
	}
	if t.Listed() {
		return Type{Kind: String, Name: t.Name}
	}
	if t.Bytes() {
		return BytesType()
	}
	if _, _, fixed := t.Fixed(); fixed || t.Single() {
		return Type{Kind: Double, Name: strings.TrimSuffix(t.Name, value.UnsignedSuffix)}
	}
	return Type{Kind: t.Kind}
}

// BytesType is the type of an expression whose values are bytes.
func BytesType() Type { return Type{Kind: String, Name: value.BytesName} }

// JsonType is the type of what a function of JSON gives.
func JsonType() Type { return Type{Kind: String, Name: value.JSONName} }

// TruthOf is an expression as a condition.
func TruthOf(e Expr) Expr {
	if e.Type().Kind == Bool {
		return e
	}
	return Cast{X: e, To: Type{Kind: Bool}}
}
