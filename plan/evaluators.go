package plan

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gsdms/plan/function"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// evaluator says what a function gives.
type evaluator struct {
	// eval computes one value; nil for AND, OR and IF, which do not look at all their
	// arguments, and for calls that carry what they need.
	eval     func(of Type, args []Value) (Value, error)
	nulls    bool // eval sees NULL arguments; otherwise one makes the result NULL
	nullable bool // may give NULL from arguments that are not NULL
}

// evaluators has a row for each operator and function of which calls remain: plan/typing makes
// the others of these.
var evaluators = map[Op]evaluator{
	Add:                   {function.Add, false, false},
	Sub:                   {function.Sub, false, false},
	Mul:                   {function.Mul, false, false},
	Div:                   {function.Div, false, true},
	Quotient:              {function.Quotient, false, true},
	Joined:                {function.Joined, false, false},
	IntDiv:                {function.IntDiv, false, true},
	FloorDiv:              {function.FloorDiv, false, true},
	Mod:                   {function.Mod, false, true},
	Neg:                   {function.Neg, false, false},
	BitAnd:                {evalBits(BitAnd), false, false},
	BitOr:                 {evalBits(BitOr), false, false},
	BitXor:                {evalBits(BitXor), false, false},
	ShiftLeft:             {evalBits(ShiftLeft), false, false},
	ShiftRight:            {evalBits(ShiftRight), false, false},
	BitCount:              {function.BitCount, false, false},
	FromBits:              {function.FromBits, false, false},
	ToBits:                {function.ToBits, false, false},
	Eq:                    {function.Comparison(comparisons[Eq]), false, false},
	Ne:                    {function.Comparison(comparisons[Ne]), false, false},
	Lt:                    {function.Comparison(comparisons[Lt]), false, false},
	Le:                    {function.Comparison(comparisons[Le]), false, false},
	Gt:                    {function.Comparison(comparisons[Gt]), false, false},
	Ge:                    {function.Comparison(comparisons[Ge]), false, false},
	NullEq:                {function.NullEq, true, false},
	And:                   {nil, true, false},
	Or:                    {nil, true, false},
	Xor:                   {function.Xor, false, false},
	Not:                   {function.Not, false, false},
	IsNull:                {function.IsNull, true, false},
	If:                    {nil, true, false},
	Map:                   {nil, true, false},
	Single:                {function.Single, false, false},
	Greatest:              {function.Extreme(1), false, false},
	Least:                 {function.Extreme(-1), false, false},
	Abs:                   {function.Abs, false, false},
	Floor:                 {function.Floor, false, false},
	Ceil:                  {function.Ceil, false, false},
	Round:                 {function.Round, false, false},
	Cut:                   {function.Cut, false, false},
	Power:                 {function.Power, false, false},
	Sqrt:                  {function.Double(string(Sqrt)), false, true},
	Ln:                    {function.Double(string(Ln)), false, true},
	Log2:                  {function.Double(string(Log2)), false, true},
	Log10:                 {function.Double(string(Log10)), false, true},
	Exp:                   {function.Double(string(Exp)), false, false},
	Sin:                   {function.Double(string(Sin)), false, false},
	Cos:                   {function.Double(string(Cos)), false, false},
	Tan:                   {function.Double(string(Tan)), false, false},
	Cot:                   {function.Double(string(Cot)), false, false},
	Asin:                  {function.Double(string(Asin)), false, true},
	Acos:                  {function.Double(string(Acos)), false, true},
	Atan:                  {function.Double(string(Atan)), false, false},
	Atan2:                 {function.Atan2, false, false},
	Rand:                  {function.Rand, false, false},
	Year:                  {function.Year, false, false},
	Month:                 {function.Month, false, false},
	Day:                   {function.Day, false, false},
	"DAYNAME":             {function.DayName, false, true},
	"MONTHNAME":           {function.MonthName, false, true},
	Week:                  {function.Week, false, false},
	YearWeek:              {function.YearWeek, false, false},
	"DATE_FORMAT":         {function.DateFormat, false, true},
	"STR_TO_DATE":         {function.StrToDate, false, true},
	LikeOf:                {function.Like, false, false},
	"REGEXP_LIKE":         {function.RegexpOf("REGEXP_LIKE", 2), false, false},
	"REGEXP_INSTR":        {function.RegexpOf("REGEXP_INSTR", 5), false, false},
	"REGEXP_SUBSTR":       {function.RegexpOf("REGEXP_SUBSTR", 4), false, true},
	"REGEXP_REPLACE":      {function.RegexpOf("REGEXP_REPLACE", 5), false, true},
	ConvertZone:           {nil, false, true},
	ShiftOfZones:          {nil, false, false},
	SkippedByZone:         {nil, false, false},
	AddTime:               {function.AddTime(1), false, true},
	SubTime:               {function.AddTime(-1), false, true},
	BytesAnd:              {function.BytesTogether(func(a, b byte) byte { return a & b }), false, false},
	BytesOr:               {function.BytesTogether(func(a, b byte) byte { return a | b }), false, false},
	BytesXor:              {function.BytesTogether(func(a, b byte) byte { return a ^ b }), false, false},
	BytesNot:              {function.BytesNot, false, false},
	BytesLeft:             {function.BytesShifted(true), false, false},
	BytesRight:            {function.BytesShifted(false), false, false},
	BytesCount:            {function.BytesCount, false, false},
	CutBytes:              {function.CutBytes, false, false},
	YearOf:                {function.YearOf, false, true},
	ClockNumber:           {function.ClockNumber, false, true},
	TimeDiff:              {function.TimeDiff, false, true},
	SpanOf:                {function.SpanOf, false, true},
	IntervalParts:         {function.InUnit, false, true},
	"TIME_FORMAT":         {function.TimeFormat, false, true},
	FormatUnits:           {function.FormatUnits, false, true},
	AddMonths:             {function.AddMonths, false, true},
	DateDiff:              {function.DateDiff, false, false},
	"LOWER":               {function.OnText(onTexts["LOWER"]), false, false},
	"UPPER":               {function.OnText(onTexts["UPPER"]), false, false},
	"REVERSE":             {function.OnText(onTexts["REVERSE"]), false, false},
	"LENGTH":              {function.CountOf(counts["LENGTH"]), false, false},
	"CHAR_LENGTH":         {function.CountOf(counts["CHAR_LENGTH"]), false, false},
	"ASCII":               {function.CountOf(function.FirstByte), false, false},
	"SUBSTRING":           {function.TextPart("SUBSTRING"), false, false},
	"LEFT":                {function.TextPart("LEFT"), false, false},
	"RIGHT":               {function.TextPart("RIGHT"), false, false},
	"LPAD":                {function.Pad(true), false, true},
	"RPAD":                {function.Pad(false), false, true},
	"TRIM":                {function.Trim(true, true), false, false},
	"LTRIM":               {function.Trim(true, false), false, false},
	"RTRIM":               {function.Trim(false, true), false, false},
	Concat:                {function.Concat, false, true},
	"REPLACE":             {function.Replace, false, true},
	"INSTR":               {function.Instr, false, false},
	"LOCATE":              {function.Locate, false, false},
	"SUBSTRING_INDEX":     {function.SubstringIndex, false, false},
	"REPEAT":              {function.Repeat, false, true},
	"INSERT":              {function.Insert, false, true},
	"FIND_IN_SET":         {function.FindInSet, false, false},
	ShownFloat:            {evalShownFloat, false, false},
	BytesOf:               {evalBytes, false, false},
	CharactersOf:          {evalCharacters, false, false},
	RawText:               {evalRaw, false, false},
	TextOf:                {evalText, false, true},
	NumberOfMember:        {evalMember, false, false},
	"QUOTE":               {function.OnText(function.Quote), false, false},
	"FORMAT":              {function.Format, false, false},
	"FORMAT_IN":           {function.FormatIn, false, false},
	KeyOf:                 {function.Key, false, false},
	HashOf:                {function.CountOf(counts[HashOf]), false, false},
	PartsOfMoment:         {function.CountOf(counts[PartsOfMoment]), false, false},
	"BIT_LENGTH":          {function.CountOf(counts["BIT_LENGTH"]), false, false},
	"ORD":                 {function.Ord, false, false},
	"CHAR":                {function.Char, false, true},
	"HEX":                 {function.OnText(onTexts["HEX"]), false, true},
	HexOf:                 {function.HexOf, false, false},
	"UNHEX":               {function.Unhex, false, true},
	"INET_ATON":           {function.InetAton, false, true},
	"INET_NTOA":           {function.InetNtoa, false, true},
	"IS_IPV4":             {function.IsIPv4, false, false},
	"IS_IPV6":             {function.IsIPv6, false, false},
	"INET6_ATON":          {function.Inet6Aton, false, true},
	"INET6_NTOA":          {function.Inet6Ntoa, false, true},
	"UUID_TO_BIN":         {function.UUIDToBin, false, false},
	"BIN_TO_UUID":         {function.BinToUUID, false, false},
	"IS_UUID":             {function.IsUUID, false, false},
	"SOUNDEX":             {function.OnText(onTexts["SOUNDEX"]), false, false},
	"CONV":                {function.Conv, false, true},
	"CRC32":               {function.CRC32, false, false},
	"MD5":                 {function.OnText(onTexts["MD5"]), false, false},
	"SHA1":                {function.OnText(onTexts["SHA1"]), false, false},
	"SHA2":                {function.SHA2, false, true},
	"JSON_EXTRACT":        {function.JSONExtract, false, true},
	"JSON_UNQUOTE":        {function.OnText(function.JSONUnquote), false, false},
	"JSON_QUOTE":          {function.OnText(json.Quoted), false, false},
	"JSON_VALUE":          {function.JSONScalar, false, true},
	"JSON_LENGTH":         {function.JSONLengthAt, false, true},
	"JSON_DEPTH":          {function.OnJSON("JSON_DEPTH", func(v any) Value { return value.OfInt(int64(json.Depth(v))) }), false, false},
	"JSON_KEYS":           {function.JSONKeys(), false, true},
	"JSON_TYPE":           {function.OnJSON("JSON_TYPE", func(v any) Value { return value.OfString(json.KindOf(v)) }), false, false},
	"JSON_VALID":          {function.JSONValid, false, false},
	"JSON_CONTAINS":       {function.JSONContains, false, true},
	"JSON_CONTAINS_PATH":  {function.JSONContainsPath, false, false},
	"JSON_SEARCH":         {function.JSONSearch, true, true},
	"JSON_ARRAY":          {function.JSONArray, true, false},
	"JSON_OBJECT":         {function.JSONObject, true, false},
	"JSON_SET":            {function.JSONPut("JSON_SET", json.Change{There: true, Missing: true}.Put), true, true},
	"JSON_INSERT":         {function.JSONPut("JSON_INSERT", json.Change{Missing: true}.Put), true, true},
	"JSON_REPLACE":        {function.JSONPut("JSON_REPLACE", json.Change{There: true}.Put), true, true},
	"JSON_ARRAY_APPEND":   {function.JSONPut("JSON_ARRAY_APPEND", json.Appended), true, true},
	"JSON_ARRAY_INSERT":   {function.JSONArrayInsert, true, true},
	"JSON_REMOVE":         {function.JSONRemove, false, false},
	"JSON_MERGE_PATCH":    {function.JSONMergePatch, true, true},
	"JSON_MERGE_PRESERVE": {function.JSONMergePreserve, false, false},
	"JSON_OVERLAPS":       {function.JSONPair("JSON_OVERLAPS", json.Overlaps), false, false},
	"JSON_MEMBEROF":       {function.JSONPair("MEMBER OF", func(v, array any) bool { return json.Has(array, v) }), false, false},
	"JSON_PRETTY":         {function.OnJSON("JSON_PRETTY", func(v any) Value { return value.OfString(json.Pretty(v)) }), false, false},
	JsonRead:              {function.OnJSON("cast_as_json", function.JSONRead), false, false},
	JsonMember:            {function.JSONMember, true, false},
	JsonArrayOf:           {function.JSONArrayOf, false, false},
	JsonObjectOf:          {function.JSONObjectOf, false, false},
	JsonKey:               {function.OnJSON("json_key", func(v any) Value { return value.OfString(json.Key(v)) }), false, false},
	JsonOf:                {function.JSONOf, true, false},
	JsonNumber:            {function.OnText(function.JSONNumber), false, false},
	JsonWhole:             {function.OnText(function.JSONWhole), false, false},
	"TO_BASE64":           {function.OnText(onTexts["TO_BASE64"]), false, true},
	"FROM_BASE64":         {function.FromBase64, false, true},
}

// refusing has the functions that are an error for an argument which is no JSON text, or bytes of another length.
var refusing = map[Op]bool{
	BytesAnd: true, BytesOr: true, BytesXor: true,
	"JSON_EXTRACT": true, "JSON_LENGTH": true, "JSON_DEPTH": true, "JSON_KEYS": true, "JSON_TYPE": true,
	"JSON_CONTAINS": true, "JSON_CONTAINS_PATH": true, "JSON_SEARCH": true, "JSON_SET": true, "JSON_INSERT": true, "JSON_REPLACE": true,
	"JSON_ARRAY_APPEND": true, "JSON_ARRAY_INSERT": true, "JSON_REMOVE": true, "JSON_MERGE_PATCH": true, "JSON_MERGE_PRESERVE": true,
	"JSON_OVERLAPS": true, "JSON_MEMBEROF": true, "JSON_PRETTY": true, JsonRead: true,
}

// Refuses reports whether a call is an error for some texts, which rows that do not count may
// have: those of an argument that need not be JSON, those that end before a regular expression begins, and a name of
// JSON_OBJECT that can be NULL.
func (c Call) Refuses() bool {
	for i, a := range c.Args {
		if c.Op == "JSON_OBJECT" && i%2 == 0 && a.Nullable() {
			return true
		}
	}
	return (refusing[c.Op] || c.refusesPlace()) && slices.ContainsFunc(c.Args, func(a Expr) bool {
		_, constant := a.(Const)
		return !constant && a.Type().Kind == String && a.Type().Name != value.JSONName
	})
}

// Strict reports whether a call gives NULL if one of its arguments is.
func (c Call) Strict() bool { return !evaluators[c.Op].nulls }

func evalShownFloat(_ Type, a []Value) (Value, error) {
	return value.OfFloat(value.ShownFloat(a[0].Float)), nil
}

func evalBytes(_ Type, a []Value) (Value, error) {
	return value.OfString(value.TextOfBytes(a[0].Text)), nil
}

func evalRaw(_ Type, a []Value) (Value, error) {
	return value.OfString(value.BytesOfText(a[0].Text)), nil
}

func evalText(_ Type, a []Value) (Value, error) {
	raw := value.BytesOfText(a[0].Text)
	if !utf8.ValidString(raw) || strings.IndexByte(raw, 0) >= 0 {
		return Value{}, nil
	}
	return value.OfString(raw), nil
}

func evalCharacters(_ Type, a []Value) (Value, error) { return a[0], nil }

func evalMember(_ Type, a []Value) (Value, error) {
	n, _ := Type{Kind: String, Name: a[1].Text}.MemberNumber(a[0].Text)
	return value.OfInt(int64(n)), nil
}

// Bits computes one of the operators on bits.
func Bits(op Op, a, b int64) int64 {
	switch op {
	case BitAnd:
		return a & b
	case BitOr:
		return a | b
	case BitXor:
		return a ^ b
	case ShiftLeft:
		return int64(uint64(a) << uint64(b))
	}
	return int64(uint64(a) >> uint64(b))
}

func evalBits(op Op) func(Type, []Value) (Value, error) {
	return func(_ Type, a []Value) (Value, error) { return value.OfInt(Bits(op, a[0].Int, a[1].Int)), nil }
}

// IsEvaluated reports whether calls of an operator or function remain, so that no other can have its
// name.
func IsEvaluated(op Op) bool {
	_, ok := evaluators[op]
	return ok
}
