// Numbers as people read them.

export const formatCount = (value: number): string => Math.round(value).toLocaleString('en');

/** Three digits that matter. */
export function formatDigits(value: number): string {
  if (value >= 100) return formatCount(value);
  return value >= 10 ? value.toFixed(1) : value >= 0.1 ? value.toFixed(2) : value.toPrecision(2);
}

export const formatRatio = (value: number): string => `${formatDigits(value)} ×`;

export const formatBytes = (bytes: number): string =>
  bytes < 10_000
    ? `${formatCount(bytes)} B`
    : bytes < 1e6
      ? `${formatCount(bytes / 1000)} kB`
      : `${(bytes / 1e6).toFixed(1)} MB`;
