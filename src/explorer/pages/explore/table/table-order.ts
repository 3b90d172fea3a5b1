// The rows of the table in another order than that of time, and each value's change. Pure.

export const SORTED_BY = ['time', 'value', 'change'] as const;

export interface TableOrder {
  readonly by: (typeof SORTED_BY)[number];
  readonly isDescending: boolean;
}

export const BY_TIME: TableOrder = { by: 'time', isDescending: false };

/** The order after a click on a head: figures begin with the greatest; a second click turns it round. */
export const orderAfter = (order: TableOrder, by: TableOrder['by']): TableOrder =>
  order.by === by ? { by, isDescending: !order.isDescending } : { by, isDescending: by !== 'time' };

/** Each value less the one before it in time; null if one of them is a gap. */
export const changesOf = (values: readonly (number | null)[]): (number | null)[] =>
  values.map((value, i) => {
    const before = values[i - 1] ?? null;
    return value === null || before === null ? null : value - before;
  });

/** The indices of the rows in an order. Gaps come last; equal values stay in the order of time. */
export function rowsInOrder(
  { by, isDescending }: TableOrder,
  columns: Readonly<Record<'value' | 'change', readonly (number | null)[]>>,
): readonly number[] | undefined {
  if (by === 'time' && !isDescending) return undefined;
  const rows = Array.from(columns.value, (_, row) => row);
  if (by === 'time') return rows.reverse();
  const sign = isDescending ? -1 : 1;
  const figures = columns[by];
  return rows.sort((a, b) => {
    const [first, second] = [figures[a] ?? null, figures[b] ?? null];
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || a - b;
    return sign * (first - second) || a - b;
  });
}
