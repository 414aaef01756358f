// Package limb says in which numbers that fit an exact number is computed that may have more than 64
// bits: in limbs, which it is the sum of, in a pair, which is in order as it is, or in a number that it
// rises or falls with. Package typing gives such a number its type; who keeps from programs what they
// have no room for asks here what they compute instead.
package limb
