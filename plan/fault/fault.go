// Package fault has the errors that a statement causes below package sql, with the numbers
// that MySQL gives them.
package fault

import "fmt"

// Error is an error that a statement causes, with MySQL's number for it. Other errors
// that have one give it by a method SQLCode, too.
type Error struct {
	Code    int
	Message string
}

// Error gives the message.
func (e *Error) Error() string { return e.Message }

// SQLCode gives MySQL's number.
func (e *Error) SQLCode() int { return e.Code }

// The codes of the errors that arise below package sql.
const (
	CodeWrongParamCount = 1582 // arguments of a function
	CodeNoFunction      = 1305
	CodeNoDatabase      = 1008
	CodeNotSupported    = 1235
	CodeTooManyTables   = 1116
	CodeManyRows        = 1242 // of a subquery that stands for one value
	CodeOutOfRange      = 1690
	CodeWrongArguments  = 1210
	CodeRegexp          = 3685 // of a regular expression
	CodeRegexpPlace     = 3686 // to begin at
	CodeRegexpGroup     = 3887 // that there is none of
	CodeByteLengths     = 3513 // of operands of an operator on bits
	CodeWrongValue      = 1525 // a text that is no date
	CodeTruncated       = 1265 // a text that is no value of an ENUM or a SET
)

// The codes of errors of JSON.
const (
	CodeJSONType     = 3064 // an argument that is no text
	CodeJSONText     = 3140 // of a column
	CodeJSONArgument = 3141
	CodeJSONPath     = 3143
	CodeJSONBytes    = 3144 // an argument that is bytes
	CodeJSONOneOrAll = 3154
	CodeJSONWhole    = 3153 // a path that is $ alone
	CodeJSONRange    = 3155
	CodeJSONInvalid  = 3156
	CodeJSONName     = 3158
	CodeJSONCell     = 3165 // a path that leads to no element of an array
	CodeJSONMissing  = 3665 // in a column of JSON_TABLE, as those behind it
	CodeJSONScalar   = 3666 // an array or an object
	CodeJSONColumn   = 3669 // a value that the column does not hold
)

// Errorf makes an Error.
func Errorf(code int, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}
