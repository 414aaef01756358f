// Axes: places for values, and the values that are written beside them.

// ticks gives round values between two, about so many.
export function ticks(low, high, about) {
  if (!(high > low)) return [low];
  const rough = (high - low) / about, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(f => f * power).find(x => x >= rough);
  const out = [];
  for (let v = Math.ceil(low / step) * step; v <= high + step / 1e6; v += step) out.push(Math.abs(v) < step / 1e6 ? 0 : v);
  return out;
}

const day = 86400000;

// moments gives round times between two, in ms since 1970, about so many.
export function moments(low, high, about) {
  const steps = [1000, 5000, 15000, 60000, 300000, 900000, 3600000, 10800000, 21600000, day, 2 * day, 7 * day, 14 * day];
  const rough = (high - low) / about, step = steps.find(x => x >= rough);
  const out = [];
  if (step) {
    for (let v = Math.ceil(low / step) * step; v <= high; v += step) out.push(v);
    return out;
  }
  const months = [1, 2, 3, 6, 12, 24, 60, 120, 600, 1200].find(m => m * 30.4 * day >= rough) || 12000;
  const begin = new Date(low);
  let m = Math.ceil((begin.getUTCFullYear() * 12 + begin.getUTCMonth()) / months) * months;
  for (; Date.UTC(0, m) && dateOf(m) <= high; m += months) if (dateOf(m) >= low) out.push(dateOf(m));
  return out;
}

function dateOf(month) {
  const d = new Date(Date.UTC(2000, 0));
  d.setUTCFullYear(Math.floor(month / 12), month % 12, 1);
  return d.getTime();
}

// moment spells a time as short as the distance of ticks allows.
export function moment(ms, span) {
  const text = new Date(ms).toISOString();
  return span > 3 * day ? text.slice(0, 10) : span > 6 * 3600000 ? text.slice(5, 16).replace("T", " ") : text.slice(11, 19);
}

// number spells a value of an axis.
export function number(v) {
  const size = Math.abs(v);
  if (size >= 1e15 || size && size < 1e-4) return v.toExponential(1);
  for (const [at, unit] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e4, "k"]]) {
    if (size >= at) return String(+(v / (at === 1e4 ? 1e3 : at)).toPrecision(4)) + unit;
  }
  return String(+v.toPrecision(5));
}
