// Package coerce gives expressions the types that others ask them for, by MySQL's rules: one type (To,
// Cast, Number, Text, Moment), or the one that several are compared, computed or chosen in (Comparable,
// Aligned, Common). It has the arithmetic, since conversions are made of that, and what a quotient has
// behind the digits that it shows (OnFull). It knows no function by its name: package typing does.
package coerce
