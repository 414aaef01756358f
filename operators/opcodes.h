/* Functions that the opcode table's C expressions call. FN declares a function of
   the device. NULL is not seen here; each function is defined for every argument. */
#ifndef FN
#define FN static inline
#endif
typedef long long i64;
typedef unsigned long long u64;

FN i64 add_checked(i64 a, i64 b, int *fail) {
  i64 s = (i64)((u64)a + (u64)b);
  *fail |= ((s ^ a) & (s ^ b)) < 0;
  return s;
}
FN i64 sub_checked(i64 a, i64 b, int *fail) {
  i64 s = (i64)((u64)a - (u64)b);
  *fail |= ((a ^ b) & (s ^ a)) < 0;
  return s;
}
FN i64 mul_checked(i64 a, i64 b, int *fail) {
  __int128 p = (__int128)a * b;
  *fail |= p != (i64)p;
  return (i64)p;
}
FN u64 magnitude(i64 a) { return a < 0 ? 0ull - (u64)a : (u64)a; }
FN i64 div_scaled(i64 a, i64 f, i64 b, int *fail) {
  if (b == 0) return 0;
  int negative = (a < 0) ^ (f < 0) ^ (b < 0);
  unsigned __int128 n = (unsigned __int128)magnitude(a) * magnitude(f);
  u64 d = magnitude(b);
  unsigned __int128 q = n / d;
  u64 rest = (u64)(n - q * d);
  if (rest >= d - rest) q++;
  *fail |= q > (unsigned __int128)0x7fffffffffffffffull + negative;
  return negative ? (i64)(0ull - (u64)q) : (i64)(u64)q;
}
FN i64 div_truncated(i64 a, i64 f, i64 b, int *fail) {
  if (b == 0) return 0;
  int negative = (a < 0) ^ (f < 0) ^ (b < 0);
  unsigned __int128 q = (unsigned __int128)magnitude(a) * magnitude(f) / magnitude(b);
  *fail |= q > (unsigned __int128)0x7fffffffffffffffull + negative;
  return negative ? (i64)(0ull - (u64)q) : (i64)(u64)q;
}
FN i64 int_div(i64 a, i64 b, int *fail) {
  if (b == 0) return 0;
  if (b == -1) return sub_checked(0, a, fail);
  return a / b;
}
FN i64 div_floor(i64 a, i64 b, int *fail) {
  i64 q = int_div(a, b, fail);
  if (b == 0 || b == -1) return q;
  i64 rest = a - q * b;
  return q - (rest != 0 && (rest ^ b) < 0);
}
FN i64 int_mod(i64 a, i64 b) { return b == 0 || b == -1 ? 0 : a % b; }
FN i64 scale_down(i64 a, i64 d) {
  i64 q = a / d;
  u64 rest = magnitude(a % d);
  if (rest >= magnitude(d) - rest) q += a < 0 ? -1 : 1;
  return q;
}
FN i64 floor_scale(i64 a, i64 d) { return a / d - (a % d < 0); }
FN i64 floor_rest(i64 a, i64 d) { i64 r = a % d; return r < 0 ? r + d : r; }
FN i64 ceil_scale(i64 a, i64 d) { return a / d + (a % d > 0); }

FN i64 count_bits(i64 a) {
  u64 x = (u64)a;
  i64 n = 0;
  for (; x != 0; x &= x - 1) n++;
  return n;
}

/* Dates: days since 1970-01-01 from 0000-01-01 to 9999-12-31. */
FN int is_date(i64 day) { return day >= -719528 && day <= 2932896; }
FN i64 floor_div(i64 a, i64 b) { return a / b - (a % b < 0); }
FN i64 day_number(i64 y, i64 m, i64 d) {
  if (m <= 2) { y--; m += 12; }
  i64 era = floor_div(y, 400), of_era = y - era * 400;
  i64 of_year = (153 * (m - 3) + 2) / 5 + d - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}
FN void civil(i64 day, i64 *year, i64 *month, i64 *dom) {
  if (!is_date(day)) day = 0;
  day += 719468;
  i64 era = floor_div(day, 146097), of_era = day - era * 146097;
  i64 yoe = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  i64 of_year = of_era - (365 * yoe + yoe / 4 - yoe / 100);
  i64 march = (5 * of_year + 2) / 153;
  *dom = of_year - (153 * march + 2) / 5 + 1;
  *month = march < 10 ? march + 3 : march - 9;
  *year = yoe + era * 400 + (march >= 10);
}
FN i64 year_of(i64 day) { i64 y, m, d; civil(day, &y, &m, &d); return y; }
FN i64 month_of(i64 day) { i64 y, m, d; civil(day, &y, &m, &d); return m; }
FN i64 day_of(i64 day) { i64 y, m, d; civil(day, &y, &m, &d); return d; }
FN i64 date_number(i64 day) { i64 y, m, d; civil(day, &y, &m, &d); return y * 10000 + m * 100 + d; }
FN i64 add_months(i64 day, i64 months) {
  i64 y, m, d;
  if (months < -120000 || months > 120000) return 0;
  civil(day, &y, &m, &d);
  i64 count = y * 12 + m - 1 + months;
  y = floor_div(count, 12);
  m = count - y * 12 + 1;
  i64 first = day_number(y, m, 1), next = m == 12 ? day_number(y + 1, 1, 1) : day_number(y, m + 1, 1);
  return first + (d < next - first ? d : next - first) - 1;
}
FN int can_add_months(i64 day, i64 months) {
  return is_date(day) && months >= -120000 && months <= 120000 && is_date(add_months(day, months));
}

/* Doubles. */
FN double finite_or_fail(double f, int *fail) {
  *fail |= !(fabs(f) <= 1.7976931348623157e308);
  return f;
}
FN double power_of_ten(i64 n) {
  double p = 1, ten = 10; /* exact up to 10^22; beyond, as pow() gives */
  if (n > 22) return pow(10.0, (double)n);
  for (; n > 0; n--) p *= ten;
  return p;
}
FN double round_float(double x, i64 digits) {
  double p, scaled;
  if (digits > 400) digits = 400;
  if (digits < -400) digits = -400;
  p = power_of_ten(digits < 0 ? -digits : digits);
  if (digits < 0) return isinf(p) ? 0 : rint(x / p) * p;
  scaled = x * p;
  return isinf(scaled) || isinf(p) ? x : rint(scaled) / p;
}
FN double cut_float(double x, i64 digits) {
  double p, scaled;
  if (digits > 400) digits = 400;
  if (digits < -400) digits = -400;
  p = power_of_ten(digits < 0 ? -digits : digits);
  if (digits < 0) return isinf(p) ? 0 : trunc(x / p) * p;
  scaled = x * p;
  return isinf(scaled) || isinf(p) ? x : trunc(scaled) / p;
}
FN double random_after(i64 seed) {
  u64 most = 0x3FFFFFFF, a = ((u64)seed * 0x10001 + 55555555) & 0xffffffffull, b = ((u64)seed * 0x10000001) & 0xffffffffull;
  return (double)(((a % most) * 3 + b % most) % most) / (double)most;
}
FN double to_float(i64 a, i64 d) {
  u64 m = magnitude(a);
  if (m <= 1ull << 53) return (double)a / (double)d;
  /* 2^57 <= quotient after the shift, so that its last bit may keep the rest */
  int shift = 64;
  unsigned __int128 n = (unsigned __int128)m << shift, q = n / (u64)d;
  int drop = 0;
  u64 rest = (u64)(n - q * (u64)d) != 0;
  while (q >> 62) { rest |= (u64)(q & 1); q >>= 1; drop++; }
  double f = ldexp((double)((u64)q | rest), drop - shift);
  return a < 0 ? -f : f;
}
FN double ratio_float(i64 a, i64 f, i64 b) {
  if (b == 0) return 0;
  unsigned __int128 n = (unsigned __int128)magnitude(a) * (u64)f;
  u64 d = magnitude(b);
  if ((u64)(n >> 64) >= d / 2) return (double)a / (double)b;
  i64 q = (i64)(u64)(n / d);
  return to_float((a < 0) != (b < 0) ? -q : q, f);
}
FN i64 float_to_int(double x, i64 f, int *fail) {
  double scaled = fabs(x) * (double)f, r = scaled;
  /* the double nearest to a half stands for it: 1.005 * 100 is 101 */
  if (scaled < 4503599627370496.0) {
    r = floor(scaled);
    if (fabs(x) >= (r + 0.5) / (double)f && fabs(x) != r / (double)f) r += 1;
  } else if (scaled < 9007199254740992.0) {
    /* a number of 15 digits ends with a zero here */
    double tens = 10 * floor(scaled / 10 + 0.5);
    if (tens / (double)f == fabs(x)) r = tens;
  }
  if (x < 0) r = -r;
  if (!(r >= -9223372036854775808.0 && r < 9223372036854775808.0)) { *fail = 1; return 0; }
  return (i64)r;
}
