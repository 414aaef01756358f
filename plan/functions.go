package plan

import (
	"math"
	"sort"
	"strings"
	"unicode/utf8"

	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// scalar is a row of the function table: what SQL calls it, how many arguments it
// takes, how a call of it is typed and what it gives.
type scalar struct {
	min, max int // number of arguments; max -1: any
	// build types a call: it casts the arguments to what the function asks and gives the
	// result its type. Functions that are combinations of others give that combination.
	build func(args []Expr) (Expr, error)
	// eval computes one value; nil where build never leaves a call of this name, and for
	// AND, OR and IF, which do not look at all their arguments.
	eval     func(of Type, args []Value) (Value, error)
	nulls    bool // eval sees NULL arguments; otherwise one makes the result NULL
	nullable bool // may give NULL from arguments that are not NULL
}

// functions has one row per operator and SQL function.
var functions = map[Op]scalar{
	Add:      {2, 2, onFull(buildAdd), function.Add, false, false},
	Sub:      {2, 2, onFull(buildSub), function.Sub, false, false},
	Mul:      {2, 2, onFull(buildMul), function.Mul, false, false},
	Div:      {2, 2, onFull(buildDiv), function.Div, false, true},
	Quotient: {2, 2, onFull(buildDiv), function.Quotient, false, true},
	IntDiv:   {2, 2, onFull(buildIntDiv), function.IntDiv, false, true},
	Mod:      {2, 2, onFull(buildMod), function.Mod, false, true},
	"MOD":    {2, 2, onFull(buildMod), nil, false, true},
	Neg:      {1, 1, onFull(buildNeg), function.Neg, false, false},

	BitAnd:     {2, 2, bitwise(BitAnd), evalBits(BitAnd), false, false},
	BitOr:      {2, 2, bitwise(BitOr), evalBits(BitOr), false, false},
	BitXor:     {2, 2, bitwise(BitXor), evalBits(BitXor), false, false},
	ShiftLeft:  {2, 2, bitwise(ShiftLeft), evalBits(ShiftLeft), false, false},
	ShiftRight: {2, 2, bitwise(ShiftRight), evalBits(ShiftRight), false, false},
	BitCount:   {1, 1, bitwise(BitCount), function.BitCount, false, false},
	FromBits:   {1, 1, nil, function.FromBits, false, false},
	ToBits:     {1, 1, nil, function.ToBits, false, false},
	"~":        {1, 1, buildBitNot, nil, false, false},

	Eq:     {2, 2, onFull(compares(Eq)), function.Comparison(func(c int) bool { return c == 0 }), false, false},
	Ne:     {2, 2, onFull(compares(Ne)), function.Comparison(func(c int) bool { return c != 0 }), false, false},
	Lt:     {2, 2, onFull(compares(Lt)), function.Comparison(func(c int) bool { return c < 0 }), false, false},
	Le:     {2, 2, onFull(compares(Le)), function.Comparison(func(c int) bool { return c <= 0 }), false, false},
	Gt:     {2, 2, onFull(compares(Gt)), function.Comparison(func(c int) bool { return c > 0 }), false, false},
	Ge:     {2, 2, onFull(compares(Ge)), function.Comparison(func(c int) bool { return c >= 0 }), false, false},
	NullEq: {2, 2, onFull(compares(NullEq)), function.NullEq, true, false},
	And:    {2, 2, logical(And), nil, true, false},
	Or:     {2, 2, logical(Or), nil, true, false},
	Xor:    {2, 2, logical(Xor), function.Xor, false, false},
	Not:    {1, 1, logical(Not), function.Not, false, false},
	IsNull: {1, 1, buildIsNull, function.IsNull, true, false},

	If:         {3, 3, onFull(buildIf), nil, true, false},
	"COALESCE": {1, 250, onFull(buildCoalesce), nil, true, false},
	"IFNULL":   {2, 2, onFull(buildCoalesce), nil, true, false},
	"NULLIF":   {2, 2, onFull(buildNullIf), nil, true, true},
	"GREATEST": {2, 60, onFull(extreme(Ge)), nil, false, false},
	"LEAST":    {2, 60, onFull(extreme(Le)), nil, false, false},
	"ISNULL":   {1, 1, buildIsNull, nil, true, false},

	Abs:       {1, 1, onFull(buildAbs), function.Abs, false, false},
	Floor:     {1, 1, onFull(wholes(Floor)), function.Floor, false, false},
	Ceil:      {1, 1, onFull(wholes(Ceil)), function.Ceil, false, false},
	"CEILING": {1, 1, onFull(wholes(Ceil)), nil, false, false},
	Round:     {1, 2, onFull(buildRound), function.Round, false, false},
	Cut:       {2, 2, onFull(buildTruncate), function.Cut, false, false},
	Power:     {2, 2, onDoubles(Power), function.Power, false, false},
	"POW":     {2, 2, onDoubles(Power), nil, false, false},
	Sqrt:      {1, 1, onDoubles(Sqrt), function.Double(string(Sqrt)), false, true},
	Ln:        {1, 1, onDoubles(Ln), function.Double(string(Ln)), false, true},
	"LOG":     {1, 2, buildLog, nil, false, true},
	Log2:      {1, 1, onDoubles(Log2), function.Double(string(Log2)), false, true},
	Log10:     {1, 1, onDoubles(Log10), function.Double(string(Log10)), false, true},
	Exp:       {1, 1, onDoubles(Exp), function.Double(string(Exp)), false, false},
	Sin:       {1, 1, onDoubles(Sin), function.Double(string(Sin)), false, false},
	Cos:       {1, 1, onDoubles(Cos), function.Double(string(Cos)), false, false},
	Tan:       {1, 1, onDoubles(Tan), function.Double(string(Tan)), false, false},
	Cot:       {1, 1, onDoubles(Cot), function.Double(string(Cot)), false, false},
	Asin:      {1, 1, onDoubles(Asin), function.Double(string(Asin)), false, true},
	Acos:      {1, 1, onDoubles(Acos), function.Double(string(Acos)), false, true},
	Atan:      {1, 2, buildAtan, function.Double(string(Atan)), false, false},
	Atan2:     {1, 2, buildAtan, function.Atan2, false, false},
	"PI":      {0, 0, buildPi, nil, false, false},
	"DEGREES": {1, 1, times(180 / math.Pi), nil, false, false},
	"RADIANS": {1, 1, times(math.Pi / 180), nil, false, false},
	Rand:      {0, 1, buildRand, function.Rand, false, false},
	"SIGN":    {1, 1, onFull(buildSign), nil, false, false},

	Year:                 {1, 1, dateParts(Year), function.Year, false, false},
	Month:                {1, 1, dateParts(Month), function.Month, false, false},
	Day:                  {1, 1, dateParts(Day), function.Day, false, false},
	"DAY":                {1, 1, dateParts(Day), nil, false, false},
	"QUARTER":            {1, 1, buildQuarter, nil, false, false},
	"DAYOFWEEK":          {1, 1, weekdays(4, 1), nil, false, false},
	"WEEKDAY":            {1, 1, weekdays(3, 0), nil, false, false},
	"DAYOFYEAR":          {1, 1, buildDayOfYear, nil, false, false},
	"TO_DAYS":            {1, 1, buildToDays, nil, false, false},
	"DAYNAME":            {1, 1, buildDayName, function.DayName, false, true},
	"MONTHNAME":          {1, 1, buildMonthName, function.MonthName, false, true},
	Week:                 {1, 2, buildWeek(Week), function.Week, false, false},
	YearWeek:             {1, 2, buildWeek(YearWeek), function.YearWeek, false, false},
	"WEEKOFYEAR":         {1, 1, buildWeekOfYear, nil, false, false},
	"FROM_DAYS":          {1, 1, buildFromDays, nil, false, true},
	"MAKEDATE":           {2, 2, buildMakeDate, nil, false, true},
	"PERIOD_ADD":         {2, 2, buildPeriodAdd, nil, false, false},
	"PERIOD_DIFF":        {2, 2, buildPeriodDiff, nil, false, false},
	"DATE_FORMAT":        {2, 2, buildDateFormat, function.DateFormat, false, true},
	"STR_TO_DATE":        {2, 2, buildStrToDate, function.StrToDate, false, true},
	"REGEXP_LIKE":        {2, 3, buildRegexp("REGEXP_LIKE", Bool), nil, false, false},
	"REGEXP_INSTR":       {2, 6, buildRegexp("REGEXP_INSTR", Int), nil, false, false},
	"REGEXP_SUBSTR":      {2, 5, buildRegexp("REGEXP_SUBSTR", String), nil, false, true},
	"REGEXP_REPLACE":     {3, 6, buildRegexp("REGEXP_REPLACE", String), nil, false, true},
	"LAST_DAY":           {1, 1, buildLastDay, nil, false, false},
	"DATE":               {1, 1, buildDate, nil, false, true},
	"TIME":               {1, 1, onClock(func(t Expr) Expr { return t }), nil, false, true},
	"TIMESTAMP":          {1, 2, buildTimestamp, nil, false, true},
	"HOUR":               {1, 1, onClock(hourOf), nil, false, false},
	"MINUTE":             {1, 1, onClock(minuteOf), nil, false, false},
	"SECOND":             {1, 1, onClock(secondOf), nil, false, false},
	"MICROSECOND":        {1, 1, onClock(microOf), nil, false, false},
	"ADDTIME":            {2, 2, buildAddTime(Add), nil, false, true},
	"SUBTIME":            {2, 2, buildAddTime(Sub), nil, false, true},
	"TIMEDIFF":           {2, 2, buildTimeDiff, nil, false, true},
	"TIME_TO_SEC":        {1, 1, buildTimeToSec, nil, false, false},
	"SEC_TO_TIME":        {1, 1, buildSecToTime, nil, false, true},
	"MAKETIME":           {3, 3, buildMakeTime, nil, false, true},
	"TO_SECONDS":         {1, 1, buildToSeconds, nil, false, false},
	"UNIX_TIMESTAMP":     {1, 1, buildUnixTimestamp, nil, false, false},
	"FROM_UNIXTIME":      {1, 2, buildFromUnixTime, nil, false, true},
	convertZone:          {3, 3, buildConvertZone, nil, false, true},
	intervalParts:        {2, 2, nil, evalInterval, false, true},
	"TIME_FORMAT":        {2, 2, buildTimeFormat, function.TimeFormat, false, true},
	formatUnits:          {3, 3, nil, function.FormatUnits, false, true},
	AddMonths:            {2, 2, buildAddMonths, function.AddMonths, false, true},
	DateDiff:             {2, 2, buildDateDiff, function.DateDiff, false, false},
	"LOWER":              {1, 1, unlessBytes(texts("LOWER", String, 1)), function.OnText(strings.ToLower), false, false},
	"LCASE":              {1, 1, unlessBytes(texts("LOWER", String, 1)), nil, false, false},
	"UPPER":              {1, 1, unlessBytes(texts("UPPER", String, 1)), function.OnText(strings.ToUpper), false, false},
	"UCASE":              {1, 1, unlessBytes(texts("UPPER", String, 1)), nil, false, false},
	"REVERSE":            {1, 1, ofBytes("REVERSE", String, 1), function.OnText(function.Reverse), false, false},
	"LENGTH":             {1, 1, onRaw(texts("LENGTH", Int, 1)), function.CountOf(func(s string) int { return len(s) }), false, false},
	"CHAR_LENGTH":        {1, 1, ofBytes("CHAR_LENGTH", Int, 1), function.CountOf(utf8.RuneCountInString), false, false},
	"CHARACTER_LENGTH":   {1, 1, ofBytes("CHAR_LENGTH", Int, 1), nil, false, false},
	"ASCII":              {1, 1, onRaw(texts("ASCII", Int, 1)), function.CountOf(function.FirstByte), false, false},
	"SUBSTRING":          {2, 3, ofBytes("SUBSTRING", String, 1), function.Substring, false, false},
	"SUBSTR":             {2, 3, ofBytes("SUBSTRING", String, 1), nil, false, false},
	"MID":                {3, 3, ofBytes("SUBSTRING", String, 1), nil, false, false},
	"LEFT":               {2, 2, ofBytes("LEFT", String, 1), function.Left, false, false},
	"RIGHT":              {2, 2, ofBytes("RIGHT", String, 1), function.Right, false, false},
	"LPAD":               {3, 3, likeBytes(buildPad("LPAD"), 0, 2), function.Pad(true), false, true},
	"RPAD":               {3, 3, likeBytes(buildPad("RPAD"), 0, 2), function.Pad(false), false, true},
	"TRIM":               {1, 2, trimmed("TRIM"), function.Trim(true, true), false, false},
	"LTRIM":              {1, 2, trimmed("LTRIM"), function.Trim(true, false), false, false},
	"RTRIM":              {1, 2, trimmed("RTRIM"), function.Trim(false, true), false, false},
	Concat:               {1, -1, ofBytes(Concat, String, math.MaxInt), function.Concat, false, true},
	"REPLACE":            {3, 3, ofBytes("REPLACE", String, 3), function.Replace, false, true},
	"INSTR":              {2, 2, ofBytes("INSTR", Int, 2), function.Instr, false, false},
	"LOCATE":             {2, 3, likeBytes(buildLocate, 0, 1), function.Locate, false, false},
	"POSITION":           {2, 2, likeBytes(buildLocate, 0, 1), nil, false, false},
	"SUBSTRING_INDEX":    {3, 3, likeBytes(texts("SUBSTRING_INDEX", String, 2), 0, 1), function.SubstringIndex, false, false},
	"REPEAT":             {2, 2, ofBytes("REPEAT", String, 1), function.Repeat, false, true},
	"SPACE":              {1, 1, buildSpace, nil, false, true},
	"INSERT":             {4, 4, likeBytes(buildInsert, 0, 3), function.Insert, false, true},
	"FIND_IN_SET":        {2, 2, texts("FIND_IN_SET", Int, 2), function.FindInSet, false, false},
	"FIELD":              {2, 250, buildField, nil, false, false},
	shownFloat:           {1, 1, nil, evalShownFloat, false, false},
	bytesOf:              {1, 1, nil, evalBytes, false, false},
	charactersOf:         {1, 1, nil, evalCharacters, false, false},
	rawText:              {1, 1, nil, evalRaw, false, false},
	textOf:               {1, 1, nil, evalText, false, true},
	numberOfMember:       {2, 2, nil, evalMember, false, false},
	"INTERVAL":           {2, 250, onFull(buildIntervalPlace), nil, true, false},
	"ELT":                {2, 250, buildElt, nil, false, true},
	"STRCMP":             {2, 2, buildStrcmp, nil, false, false},
	"CONCAT_WS":          {2, 250, buildConcatWS, nil, false, true},
	"QUOTE":              {1, 1, buildQuote, function.OnText(function.Quote), false, false},
	"FORMAT":             {2, 2, buildFormat, function.Format, false, false},
	"OCTET_LENGTH":       {1, 1, onRaw(texts("LENGTH", Int, 1)), nil, false, false},
	"BIT_LENGTH":         {1, 1, onRaw(texts("BIT_LENGTH", Int, 1)), function.CountOf(func(s string) int { return 8 * len(s) }), false, false},
	"ORD":                {1, 1, onRaw(texts("ORD", Int, 1)), function.Ord, false, false},
	"CHAR":               {1, 250, buildChar, function.Char, false, true},
	"HEX":                {1, 1, onRaw(buildHex), function.OnText(function.Hex), false, true},
	"UNHEX":              {1, 1, texts("UNHEX", String, 1), function.Unhex, false, true},
	"BIN":                {1, 1, inBase(2), nil, false, true},
	"OCT":                {1, 1, inBase(8), nil, false, true},
	"CONV":               {3, 3, texts("CONV", String, 1), function.Conv, false, true},
	"CRC32":              {1, 1, onRaw(texts("CRC32", Int, 1)), function.CRC32, false, false},
	"MD5":                {1, 1, onRaw(texts("MD5", String, 1)), function.OnText(function.MD5), false, false},
	"SHA1":               {1, 1, onRaw(texts("SHA1", String, 1)), function.OnText(function.SHA1), false, false},
	"SHA":                {1, 1, onRaw(texts("SHA1", String, 1)), nil, false, false},
	"SHA2":               {2, 2, onRaw(texts("SHA2", String, 1)), function.SHA2, false, true},
	"JSON_EXTRACT":       {2, 250, onJSON("JSON_EXTRACT", jsonType(), 1), function.JSONExtract, false, true},
	"JSON_UNQUOTE":       {1, 1, texts("JSON_UNQUOTE", String, 1), function.OnText(function.JSONUnquote), false, false},
	"JSON_QUOTE":         {1, 1, texts("JSON_QUOTE", String, 1), function.OnText(json.Quoted), false, false},
	"JSON_VALUE":         {2, 2, onJSON("JSON_VALUE", Type{Kind: String}, 1), function.JSONScalar, false, true},
	"JSON_LENGTH":        {1, 2, onJSON("JSON_LENGTH", Type{Kind: Int}, 1), function.OnJSON("JSON_LENGTH", function.JSONLength), false, true},
	"JSON_DEPTH":         {1, 1, onJSON("JSON_DEPTH", Type{Kind: Int}, 1), function.OnJSON("JSON_DEPTH", func(v any) Value { return value.OfInt(int64(json.Depth(v))) }), false, false},
	"JSON_KEYS":          {1, 2, onJSON("JSON_KEYS", jsonType(), 1), function.OnJSON("JSON_KEYS", function.JSONKeys), false, true},
	"JSON_TYPE":          {1, 1, onJSON("JSON_TYPE", Type{Kind: String}, 1), function.OnJSON("JSON_TYPE", func(v any) Value { return value.OfString(json.KindOf(v)) }), false, false},
	"JSON_VALID":         {1, 1, texts("JSON_VALID", Int, 1), function.JSONValid, false, false},
	"JSON_CONTAINS":      {2, 3, onJSON("JSON_CONTAINS", Type{Kind: Int}, 2), function.JSONContains, false, true},
	"JSON_CONTAINS_PATH": {3, 250, onJSON("JSON_CONTAINS_PATH", Type{Kind: Int}, 2), function.JSONContainsPath, false, false},
	"JSON_ARRAY":         {0, 250, buildJSONArray, function.JSONArray, true, false},
	"JSON_OBJECT":        {0, 250, buildJSONObject, function.JSONObject, true, false},
	jsonOf:               {1, 1, nil, function.JSONOf, true, false},
	"TO_BASE64":          {1, 1, onRaw(texts("TO_BASE64", String, 1)), function.OnText(function.ToBase64), false, true},
	"FROM_BASE64":        {1, 1, texts("FROM_BASE64", String, 1), function.FromBase64, false, true},
}

// Functions lists the names of the functions that Build knows, sorted.
func Functions() []string {
	var names []string
	for op, f := range functions {
		switch c := op[0]; {
		case f.build == nil:
		case op == And || op == Or || op == Xor || op == Not || op == IsNull || op == IntDiv || op == Quotient:
		case c >= 'A' && c <= 'Z':
			names = append(names, string(op))
		}
	}
	sort.Strings(names)
	return names
}

// Build makes the typed expression of an operator or function (its name in capitals)
// applied to arguments of any type: it inserts the casts that MySQL's rules ask and
// lowers what is not computed itself. The errors are *Error: 1305 for an unknown name,
// 1582 for a wrong number of arguments, 1235 for types that are not supported
// together, 1525 for a text that is compared with a date and is none.
func Build(name Op, args ...Expr) (Expr, error) {
	f, ok := functions[name]
	if !ok || f.build == nil {
		return nil, fault.Errorf(fault.CodeNoFunction, "FUNCTION %s does not exist", name)
	}
	if len(args) < f.min || f.max >= 0 && len(args) > f.max {
		return nil, fault.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function '%s'", name)
	}
	return f.build(args)
}

// Strict reports whether a call gives NULL if one of its arguments is.
func (c Call) Strict() bool { return !functions[c.Op].nulls }

// IsFunction reports whether Build knows a function by a name in any case.
func IsFunction(name string) bool {
	f, ok := functions[Op(strings.ToUpper(name))]
	return ok && f.build != nil
}

// Arguments is how few and how many arguments a function takes; most is -1 for any number.
func Arguments(name string) (least, most int, ok bool) {
	f, ok := functions[Op(name)]
	return f.min, f.max, ok
}
