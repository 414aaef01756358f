// Package inside has a network read the parts of JSON values that its tables have as columns.
package inside
