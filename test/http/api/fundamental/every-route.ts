// The four routes of the fundamental interface with a body each answers, for what holds on all of them.

export interface RouteCase {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Bodies without credentials; `dehrprice` must be there. */
export const ROUTES: readonly RouteCase[] = [
  { path: '/api/fundamental/meta', body: { SeriesId: 'dehrprice' } },
  { path: '/api/fundamental/meta/all', body: { Prefix: 'de' } },
  { path: '/api/fundamental/series', body: { SeriesId: 'dehrprice' } },
  { path: '/api/fundamental/series/multi', body: { SeriesIds: ['dehrprice'] } },
];
