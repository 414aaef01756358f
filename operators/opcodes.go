package operators

// Opcode is a row of the opcode table: one computing instruction on registers, with
// its name, its loop for the CPU and its expression in C.
//
// NULL in any argument gives NULL unless the row says otherwise. Integer results that
// pass 64 bits end the run with error 1690 in the checked opcodes; the unchecked ones
// are used where the bounds of the registers rule that out.
type Opcode uint8

// The opcodes. i64 registers unless the name ends in Float; comparisons give 0 or 1.
const (
	AddInt Opcode = iota
	SubInt
	MulInt
	NegInt
	AddChecked
	SubChecked
	MulChecked
	NegChecked
	// DivScaled: round(a * Imm / b), half away from zero, 128 bits between; b = 0 gives NULL.
	DivScaled
	DivTruncated // as DivScaled, but what is behind the last digit is dropped
	IntDiv       // b = 0 gives NULL; MinInt64 DIV -1 is 1690
	FloorDiv     // floor(a / b); likewise
	ModInt       // b = 0 gives NULL
	AbsChecked
	ScaleUp    // a * Imm, checked
	ScaleDown  // a / Imm, rounded half away from zero
	FloorScale // floor(a / Imm)
	FloorRest  // a - Imm * floor(a / Imm)
	CeilScale  // ceil(a / Imm)
	EqInt
	NeInt
	LtInt
	LeInt
	GtInt
	GeInt
	NullEqInt // never NULL
	AndBool   // three-valued
	OrBool    // three-valued
	XorBool
	NotBool
	IsNullInt // never NULL
	AndBits   // on 64 bits, as the next ones
	OrBits
	XorBits
	ShiftLeft  // by less than 0 or more than 63: 0
	ShiftRight // likewise; zeros come in
	CountBits
	IfInt      // a true: b, else (false or NULL) c
	YearOf     // of days since 1970-01-01; NULL where MySQL gives NULL
	MonthOf    //
	DayOf      //
	AddMonths  // days, months -> days, clipped to the month's end
	DateNumber // days -> yyyymmdd
	AddFloat   // results that are not finite are 1690
	SubFloat
	MulFloat
	DivFloat // by zero gives NULL
	ModFloat // by zero gives NULL
	NegFloat
	AbsFloat
	FloorFloat
	CeilFloat
	RoundFloat // to Imm digits after the point, half to even
	EqFloat
	NeFloat
	LtFloat
	LeFloat
	GtFloat
	GeFloat
	NullEqFloat
	IsNullFloat
	IfFloat    // a (int) true: b, else c
	ToFloat    // int a / Imm as a double, correctly rounded
	RatioFloat // a / b (ints) as a double, of as many digits behind the point as Imm, a power of ten, counts; b = 0 gives NULL
	FloatToInt // a * Imm, a as the shortest decimal nearest to it, rounded half away from zero, checked
	PowFloat   // results that are not finite are 1690, here and below
	SqrtFloat  // of less than 0: NULL
	LnFloat    // of 0 or less: NULL, as the next two
	Log2Float
	Log10Float
	ExpFloat
	SinFloat
	CosFloat
	TanFloat
	CotFloat
	AsinFloat // of less than -1 or more than 1: NULL, as the next one
	AcosFloat
	AtanFloat
	Atan2Float // of y and x
	CutFloat   // to Imm digits after the point, truncated
	RandFloat  // of an int: the number that MySQL's RAND gives first with this seed
	// The greater and the lesser of two; the first where none is.
	GreaterInt
	LesserInt
	GreaterFloat
	LesserFloat
	// SingleFloat is the nearest double that 32 bits hold.
	SingleFloat
	opcodes // how many there are
)

// Carried is the opcode of an instruction that carries its row along: the table has none for it.
const Carried = opcodes
