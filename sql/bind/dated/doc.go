// Package dated says as what dates, moments and times are compared with texts and numbers, and what GREATEST
// and LEAST choose among them, by MySQL's rules. What it gives package typing types.
package dated
