// Sizes on disk as people read them. Pure.

import { formatNumber } from '#view/axes/number-text';

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Writes `812 B`, `41.9 MB`: in steps of a thousand, as disks are sold. */
export function formatBytes(bytes: number): string {
  const step = Math.min(
    BYTE_UNITS.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)),
  );
  return `${formatNumber(bytes / 1000 ** step, step === 0 ? 0 : 1)} ${BYTE_UNITS[step]}`;
}
