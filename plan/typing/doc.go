// Package typing types calls, casts and aggregates by MySQL's rules: it inserts the conversions
// that an operator or function asks of its arguments, gives the result its type, and makes of
// what is not computed itself what package plan computes. Who reads texts asks it for
// expressions, and so does who rewrites some.
package typing
