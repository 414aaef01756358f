// Package typing types calls and aggregates by MySQL's rules: it knows the functions by their names,
// has their arguments converted to what each asks for (package coerce), gives the result its type, and
// makes of what is not computed itself what package plan computes (package call writes that). Who reads
// texts asks it for expressions, and so does who rewrites some.
package typing
