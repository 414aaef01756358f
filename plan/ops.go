package plan

// Op names a row of the function table.
type Op string

// The operators that both backends compute, row by row, on numbers. Arguments of one
// call have the same kind and, for Decimal, the same scale, unless said otherwise.
// Any NULL argument makes NULL except where the comment says otherwise. Int and
// Decimal results past 64 bits are error 1690.
const (
	Add Op = "+"
	Sub Op = "-"
	Mul Op = "*" // Decimal: the scales add up
	// Div is Decimal (the result's scale is Call.Of.Scale; rounded half away from
	// zero; arguments may differ in scale) or Double. By zero: NULL.
	Div Op = "/"
	// Quotient is Div of decimals without rounding: digits behind the scale are dropped.
	Quotient Op = "quotient"
	// Joined is a Decimal of two whole numbers: the first times the third, a constant, and the second,
	// of units of its last digit. No program computes it, which has its parts instead.
	Joined   Op = "joined"
	IntDiv   Op = "DIV"                 // Int; truncates; by zero: NULL
	FloorDiv Op = "floor of a quotient" // Int, of numbers of one scale; by zero: NULL
	Mod      Op = "%"                   // sign of the dividend; by zero: NULL
	Neg      Op = "neg"
	Eq       Op = "="
	Ne       Op = "<>"
	Lt       Op = "<"
	Le       Op = "<="
	Gt       Op = ">"
	Ge       Op = ">="
	NullEq   Op = "<=>" // never NULL
	And      Op = "AND" // three-valued
	Or       Op = "OR"
	Xor      Op = "XOR"
	Not      Op = "NOT"
	IsNull   Op = "IS NULL"  // never NULL
	If       Op = "IF"       // If(cond, a, b): b where cond is false or NULL. CASE, COALESCE, IFNULL, NULLIF become nested If
	Greatest Op = "GREATEST" // of two that are no texts; the first where both are equal. More, and LEAST, likewise
	Least    Op = "LEAST"
	Abs      Op = "ABS"
	Floor    Op = "FLOOR" // Int from Decimal; Double from Double
	Ceil     Op = "CEIL"
	Round    Op = "ROUND" // Round(x): to Call.Of.Scale for Decimal (arguments may have a larger scale); Double from Double with a constant Int second argument
	Year     Op = "YEAR"  // Int from Date; likewise the next ones
	Month    Op = "MONTH"
	Day      Op = "DAYOFMONTH"
	// Dates move by days with Add and Sub on (Date, Int), a DateTime or Time by ticks; what
	// is none then is NULL. AddMonths(date, int) clips to the month's end. DateDiff is the
	// days between two dates, or the ticks between two of DateTime or Time of one scale.
	Concat    Op = "CONCAT"
	LikeOf    Op = "LIKE" // a text, a pattern of the row, an escape character
	AddMonths Op = "ADDMONTHS"
	DateDiff  Op = "DATEDIFF"
	// Map gives what the call's Mapping has for its arguments, of any kind but Double.
	Map Op = "map"
)

// The operators on bits work on 64 of them, in an Int as two's complement. What they
// give is a BIGINT UNSIGNED: FromBits of the bits.
const (
	BitAnd     Op = "&"
	BitOr      Op = "|"
	BitXor     Op = "^"
	ShiftLeft  Op = "<<" // by 64 or more, or less than 0: 0
	ShiftRight Op = ">>" // likewise; zeros come in
	BitCount   Op = "BIT_COUNT"
	FromBits   Op = "unsigned" // Unsigned from the bits of an Int
	ToBits     Op = "bits"     // Int from those of an Unsigned
)

// KeyOf gives the key that a decimal has among those with so many digits behind the point, its second argument, a
// constant: texts whose order is that of the numbers.
const KeyOf Op = "key"

// HashOf gives a number that equal texts share, and hardly any others.
const HashOf Op = "hash"

// CodeOf gives the code of a text of a column, where each has one (Unsorted.Once). Programs alone
// know it.
const CodeOf Op = "code"

// What texts and bytes become each other by.
const (
	BytesOf Op = "bytes" // those of a text
	RawText Op = "raw"   // the text that has just these bytes, whatever they are
	TextOf  Op = "text"  // likewise, NULL where that is no text
	// The characters that stand for bytes, as a text or as bytes.
	CharactersOf Op = "characters"
)

// Week is the week of a date; its second argument, a constant, is MySQL's mode. WEEK and
// YEARWEEK are made of it.
const (
	Week     Op = "WEEK"
	YearWeek Op = "YEARWEEK"
)

// FormatUnits is DATE_FORMAT of a moment or TIME_FORMAT of a time that is given as a number
// of units: its third argument says how many millionths of a second a unit has. Moments count
// from the year 0; a time is one of the first day. So what a format shows of a column has
// few values, and a program can look them up.
const FormatUnits Op = "FORMAT OF UNITS"

// IntervalParts is how much a text of several parts says, in the unit of the last; its
// second argument, a constant, is the unit's name.
const IntervalParts Op = "interval parts"

// AddTime and SubTime move the time or the moment that a text spells by ticks of six digits; TimeDiff
// is the time between two texts. SpanOf is the time that a text spells, NULL where it spells a moment.
const (
	AddTime  Op = "ADDTIME"
	SubTime  Op = "SUBTIME"
	TimeDiff Op = "TIMEDIFF"
	SpanOf   Op = "span"
)

// PartsOfMoment is how many parts of a moment a text spells: of a day three.
const PartsOfMoment Op = "parts of a moment"

// JsonOf is the JSON value of an SQL value.
const JsonOf Op = "json"

// JsonRead is the JSON value that a text is. JsonMember is a member of an object as text, of its
// name and its value as JSON; JsonArrayOf puts brackets around elements with commas between them,
// JsonObjectOf braces around members, of which the last of a name counts.
const (
	JsonRead     Op = "cast_as_json"
	JsonMember   Op = "json_member"
	JsonArrayOf  Op = "json_array_of"
	JsonObjectOf Op = "json_object_of"
	JsonKey      Op = "json_key" // a text with the order of a JSON value
)

// JsonNumber is the text of what a JSON value is as a number, JsonWhole as a whole one.
const (
	JsonNumber Op = "json_number"
	JsonWhole  Op = "json_whole"
)

// The functions of doubles that both backends compute; their last bits may differ.
// Outside of a function's domain MySQL gives NULL, past the doubles error 1690.
const (
	Power Op = "POWER"
	Sqrt  Op = "SQRT"
	Ln    Op = "LN"
	Log2  Op = "LOG2"
	Log10 Op = "LOG10"
	Exp   Op = "EXP"
	Sin   Op = "SIN"
	Cos   Op = "COS"
	Tan   Op = "TAN"
	Cot   Op = "COT"
	Asin  Op = "ASIN"
	Acos  Op = "ACOS"
	Atan  Op = "ATAN"  // of one argument
	Atan2 Op = "ATAN2" // ATAN2(y, x)
	Cut   Op = "TRUNCATE"
	// Single is the nearest Double that 32 bits hold, a FLOAT.
	Single Op = "FLOAT"
	Rand   Op = "RAND" // Double from an Int, the seed: the first number that follows it
)

// ShownFloat is a FLOAT with the digits that it shows, as its text has them.
const ShownFloat Op = "shown float"

// HexOf is the whole number nearest to a double, in base 16.
const HexOf Op = "hex of double"

// ClockNumber is the number of a text of a moment or a time, as a decimal of six digits.
const ClockNumber Op = "number of clock"

// The operations on the bits of bytes, of which the result has as many.
const (
	BytesAnd   Op = "bytes &"
	BytesOr    Op = "bytes |"
	BytesXor   Op = "bytes ^"
	BytesNot   Op = "bytes ~"
	BytesLeft  Op = "bytes <<"
	BytesRight Op = "bytes >>"
	BytesCount Op = "bits of bytes"
)

// CutBytes is a text cut to so many bytes at most, at the end of a character.
const CutBytes Op = "cut to bytes"

// NumberOfMember is the number of a text of the ENUM or SET that the second argument names.
const NumberOfMember Op = "member"

// YearOf is the YEAR that a whole number means, or a text by the digits that it begins with.
const YearOf Op = "year of"

// ConvertZone is CONVERT_TZ where a zone is no constant. ShiftOfZones is by how many seconds the moments
// of a unit move from one zone to another, and SkippedByZone whether the first one skips them all:
// the first argument is a number of units since the year 0, the last the seconds of one.
const (
	ConvertZone   Op = "CONVERT_TZ"
	ShiftOfZones  Op = "SHIFT OF ZONES"
	SkippedByZone Op = "SKIPPED BY ZONE"
)
