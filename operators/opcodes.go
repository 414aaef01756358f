package operators

// Opcode is a row of the opcode table.
type Opcode uint8
