// The four routes of the fundamental interface, each with a body that it answers, for tests of all of them.

export interface RouteCase {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Bodies without credentials; the series `dehrprice` must exist. */
export const ROUTES: readonly RouteCase[] = [
  { path: '/api/fundamental/meta', body: { SeriesId: 'dehrprice' } },
  { path: '/api/fundamental/meta/all', body: { Prefix: 'de' } },
  { path: '/api/fundamental/series', body: { SeriesId: 'dehrprice' } },
  { path: '/api/fundamental/series/multi', body: { SeriesIds: ['dehrprice'] } },
];
