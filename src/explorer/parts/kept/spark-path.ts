// A small stepped line as an SVG path. Pure.

/** Draws each value over an equal share of the width. A gap breaks the line. */
export function sparkPath(
  values: readonly (number | null)[],
  width: number,
  height: number,
): string {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return '';
  const [min, max] = [Math.min(...present), Math.max(...present)];
  const y = (value: number): string =>
    (max === min ? height / 2 : height * (1 - (value - min) / (max - min))).toFixed(1);
  const x = (i: number): string => ((i * width) / values.length).toFixed(1);
  return values
    .map((value, i) => {
      if (value === null) return '';
      const isStart = i === 0 || values[i - 1] === null;
      return `${isStart ? `M${x(i)} ${y(value)}` : `V${y(value)}`}H${x(i + 1)}`;
    })
    .join('');
}
