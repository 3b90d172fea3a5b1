// What is asked: one row a request, with how many clients ask it at once.

export interface Case {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Record<string, unknown>;
  readonly clients: number;
}

const series = (name: string, clients: number, body: Record<string, unknown>): Case => ({
  name,
  method: 'POST',
  path: '/api/fundamental/series',
  body,
  clients,
});

export const CASES: readonly Case[] = [
  {
    name: 'forecast run, 25 points',
    method: 'GET',
    path: '/api/v1/power-balance-forecast/short-term?area=DE&balanceCategory=hrprice',
    clients: 32,
  },
  series('last 48 hours', 32, {
    SeriesId: 'dehrprice',
    FromDateTime: 'yesterday',
    ToDateTime: 'today',
  }),
  series('1 year hourly', 8, { SeriesId: 'dehrprice', FromDateTime: '2025', ToDateTime: '2025' }),
  series('3 years hourly', 4, { SeriesId: 'dehrcons', FromDateTime: '2023', ToDateTime: '2025' }),
  series('3 years by day', 8, {
    SeriesId: 'dehrprice',
    FromDateTime: '2023',
    ToDateTime: '2025',
    Resolution: 'day',
  }),
  series('3 years of peak', 8, {
    SeriesId: 'dehrprice',
    FromDateTime: '2023',
    ToDateTime: '2025',
    Resolution: 'peak',
  }),
  {
    name: 'search, prefix "de"',
    method: 'POST',
    path: '/api/fundamental/meta/all',
    body: { Prefix: 'de' },
    clients: 8,
  },
];
