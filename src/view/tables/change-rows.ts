// The rows of the table of changes: means of then and now over the hours that both have, in an order. Pure.

import type { ChangesAnswer } from '#contract/changes';
import type { ChangeOrder } from '#view/address/changes-address';

export type AreaChange = ChangesAnswer['areas'][number];

export interface ChangeRow extends AreaChange {
  /** Means over the hours known then and now; undefined without such an hour. */
  readonly meanThen: number | undefined;
  readonly meanNow: number | undefined;
}

export function rowsOf({ areas }: ChangesAnswer, order: ChangeOrder): ChangeRow[] {
  const rows = areas.map((area): ChangeRow => {
    const [then, now] = [area.earlier.values, area.current.values];
    const isCommon = (i: number): boolean => then[i] !== null && now[i] !== null;
    return { ...area, meanThen: meanWhere(then, isCommon), meanNow: meanWhere(now, isCommon) };
  });
  if (order === 'area') return rows.toSorted((a, b) => a.description.localeCompare(b.description));
  return rows.toSorted((a, b) => sizeOf(b, order) - sizeOf(a, order));
}

/** What cannot be compared comes last. */
const sizeOf = ({ mean, largest }: AreaChange, order: ChangeOrder): number => {
  const change = order === 'mean' ? mean : (largest?.change ?? null);
  return change === null ? -1 : Math.abs(change);
};

function meanWhere(
  values: readonly (number | null)[],
  isCounted: (index: number) => boolean,
): number | undefined {
  const counted = values.filter((value, i) => value !== null && isCounted(i)) as number[];
  if (counted.length === 0) return undefined;
  return counted.reduce((sum, value) => sum + value, 0) / counted.length;
}

/** The source that every area with runs is compared within; undefined if they differ or none has runs. */
export function sharedSource({ areas }: ChangesAnswer): string | undefined {
  const used = new Set(
    areas.flatMap(({ earlier, current }) => current.source ?? earlier.source ?? []),
  );
  return used.size === 1 ? [...used][0] : undefined;
}

/** Writes `48 h`, `24 h, 24 new`, `24 h, 1 gone`. */
export function hoursText({ count, added, removed }: AreaChange): string {
  const parts = [`${count} h`];
  if (added > 0) parts.push(`${added} new`);
  if (removed > 0) parts.push(`${removed} gone`);
  return parts.join(', ');
}
