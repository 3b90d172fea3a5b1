// The address of what changed: read and written. Pure.

import { tidyKeyword } from '#core/time/keywords';

/** The orders of the table of changes; the first is the default. */
export const CHANGE_ORDERS = ['mean', 'largest', 'area'] as const;
export type ChangeOrder = (typeof CHANGE_ORDERS)[number];

export interface ChangesView {
  readonly page: 'changes';
  /** The time that is compared with: `1h`, `1d`, `7d`, or as typed. */
  readonly since: string;
  /** Empty is the first category that the plan has. */
  readonly category: string;
  /** The source of the runs; empty is each area's first with runs then and now. */
  readonly source: string;
  /** The area whose hours are drawn; empty is the first of the table. */
  readonly area: string;
  readonly order: ChangeOrder;
  readonly zone: 'market' | 'utc';
}

export const DEFAULT_SINCE = '1d';
export const CHANGES: ChangesView = {
  ...{ page: 'changes', since: DEFAULT_SINCE, category: '', source: '', area: '' },
  ...{ order: CHANGE_ORDERS[0], zone: 'market' },
};

export function readChanges(query: URLSearchParams): ChangesView {
  return {
    page: 'changes',
    since: tidyKeyword(query.get('since')?.trim() || DEFAULT_SINCE),
    category: query.get('category')?.trim().toLowerCase() ?? '',
    source: query.get('source')?.trim() ?? '',
    area: query.get('area')?.trim().toUpperCase() ?? '',
    order: CHANGE_ORDERS.find((order) => order === query.get('order')) ?? CHANGE_ORDERS[0],
    zone: query.get('zone') === 'utc' ? 'utc' : 'market',
  };
}

export function changesQuery(view: ChangesView): URLSearchParams {
  const { since, category, source, area, order, zone } = view;
  const query = new URLSearchParams();
  if (since !== DEFAULT_SINCE) query.set('since', since);
  if (category !== '') query.set('category', category);
  if (source !== '') query.set('source', source);
  if (area !== '') query.set('area', area);
  if (order !== CHANGE_ORDERS[0]) query.set('order', order);
  if (zone === 'utc') query.set('zone', 'utc');
  return query;
}
