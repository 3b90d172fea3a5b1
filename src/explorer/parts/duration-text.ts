// Lengths of time as people say them. Pure.

/** Writes `45 s`, `4 min 12 s`, `1 h 5 min`: at most two parts. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return joined(`${minutes} min`, whole % 60, 's');
  return joined(`${Math.floor(minutes / 60)} h`, minutes % 60, 'min');
}

const joined = (first: string, rest: number, unit: string): string =>
  rest === 0 ? first : `${first} ${rest} ${unit}`;
