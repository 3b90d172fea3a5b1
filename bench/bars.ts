// What a run must reach, as data. A fact is a number that a run measures (report/facts.ts); a ratio
// `a:b` is a's requests per second over b's in the same run.

import { CLIENT_COUNTS } from './phases/measure-requests.ts';

export interface Bar {
  readonly work: string;
  readonly against: string;
  readonly fact: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly unit: '×' | 's' | 'ms' | 'bytes/point';
  /** Whether the bar does not count if the contender does not take part. */
  readonly isOptional?: boolean;
}

/** Warm and cold bars that name no number of clients hold for one and for many. */
const forEachCount = (make: (clients: number) => Bar): Bar[] => CLIENT_COUNTS.map(make);

const beside = (work: string, name: string, atLeast: number): Bar[] =>
  forEachCount((clients) => ({
    work: `${work}, warm, ${clients} client${clients === 1 ? '' : 's'}`,
    against: 'bare route',
    fact: `${name}/${clients}/warm:bare`,
    atLeast,
    unit: '×',
  }));

/** DuckDB answers a lone client with both cores, Gridtide with one. */
const ahead = (work: string, name: string): Bar[] =>
  (
    [
      ['PostgreSQL rows', 'postgres', 30, 30],
      ['DuckDB', 'duckdb', 20, 30],
      ['ClickHouse engine', 'chdb', 4, 4],
    ] as const
  ).flatMap(([against, rival, alone, together]) =>
    forEachCount((clients) => ({
      work: `${work}, cold, ${clients} client${clients === 1 ? '' : 's'}`,
      against,
      fact: `${name}/${clients}/cold:${rival}`,
      atLeast: clients === 1 ? alone : together,
      unit: '×',
      isOptional: rival === 'chdb',
    })),
  );

/** Compressed answers, kept and made. */
const compressed = (work: string, name: string): Bar[] =>
  forEachCount((clients) => ({
    work: `${work}, zstd, kept, ${clients} client${clients === 1 ? '' : 's'}`,
    against: 'bare route, same bytes',
    fact: `compressed/${name}/${clients}/kept`,
    atLeast: 0.9,
    unit: '×',
  }));

const packing = (work: string, name: string): Bar[] =>
  forEachCount((clients) => ({
    work: `${work}, zstd, made, CPU, ${clients} client${clients === 1 ? '' : 's'}`,
    against: 'not compressed',
    fact: `compressed/${name}/${clients}/cpu`,
    atMost: 2,
    unit: '×',
  }));

export const BARS: readonly Bar[] = [
  {
    work: '25-point forecast, warm, 32 clients',
    against: 'bare route',
    fact: 'forecast/32/warm:bare',
    atLeast: 0.75,
    unit: '×',
  },
  ...beside('1 year hourly', 'year', 0.6),
  ...beside('10 years hourly', 'decade', 0.6),
  ...beside('10 years → day', 'day', 0.5),
  ...beside('10 years → peak', 'peak', 0.5),
  ...ahead('10 years → day', 'day'),
  ...ahead('10 years → peak', 'peak'),
  ...compressed('25-point forecast', 'forecast'),
  ...compressed('1 year hourly', 'year'),
  ...compressed('10 years hourly', 'decade'),
  ...packing('25-point forecast', 'forecast'),
  ...packing('1 year hourly', 'year'),
  ...packing('10 years hourly', 'decade'),
  {
    work: 'small requests’ p99 beside 3 MB answers, kept',
    against: 'alone',
    fact: 'tail/warm',
    atMost: 3,
    unit: '×',
  },
  {
    work: 'small requests’ p99 beside 3 MB answers, made',
    against: 'alone',
    fact: 'tail/cold',
    atMost: 3,
    unit: '×',
  },
  { work: 'CSV load', against: 'DuckDB', fact: 'load/duckdb', atLeast: 1, unit: '×' },
  { work: 'CSV load', against: 'PostgreSQL rows', fact: 'load/postgres', atLeast: 6, unit: '×' },
  {
    work: 'disk, prices, all included',
    against: 'limit',
    fact: 'disk/product',
    atMost: 2.2,
    unit: 'bytes/point',
  },
  {
    work: 'disk, prices, all included',
    against: 'PostgreSQL rows',
    fact: 'disk/postgres',
    atMost: 0.05,
    unit: '×',
  },
  {
    work: 'ready with 100,000 series',
    against: 'limit',
    fact: 'start/ready',
    atMost: 2,
    unit: 's',
  },
  {
    work: 'first answer after that',
    against: 'limit',
    fact: 'start/answer',
    atMost: 50,
    unit: 'ms',
  },
];
