// What a run is asked to do.

import { parseArgs } from 'node:util';

export interface BenchOptions {
  readonly isCheck: boolean;
  readonly series: number;
  readonly rounds: number;
  /** How long one contender is asked one thing in one round. */
  readonly seconds: number;
  /** No further round of requests begins after this long. */
  readonly enoughMs: number;
  /** Series of ten years of prices in the CSV file, and how often it is loaded. */
  readonly loadSeries: number;
  readonly loadRounds: number;
  readonly tailRounds: number;
  readonly startSeries: number;
  readonly chdb: boolean;
  readonly out: string;
}

export const USAGE = `Usage: npm run bench -- [--check] [--series N] [--rounds N] [--seconds N] [--chdb] [--out FOLDER]
       npm run bench -- memory [--minutes N]
       npm run bench -- import [--megabytes N] [--rounds N] [--by-time]
       npm run bench -- model [--days N] [--every K] [--only PART]… [--data FOLDER]
       npm run bench -- run
       npm run bench -- page
       npm run bench -- ticks
       npm run bench -- client [--check] [--rounds N]
       npm run bench -- start [--check] [--series N] [--rounds N]
       npm run bench -- slice [--check] [--rounds N] [--seconds N]
       npm run bench -- tables [--check] [--series N]
       npm run bench -- formats [--check] [--rows N] [--rounds N] [--only FORMAT]…
       npm run bench -- scale [--check] [--small] [--keep] (scale --help says more)

Gridtide beside a bare Fastify route that sends the same bytes, PostgreSQL rows and DuckDB, all with
the same data, in one run on this machine. The report goes to the terminal and to bench/results.

  --check       100 series instead of 1,000, fewer rounds; ends within 15 minutes, and with an exit
                code other than 0 if a bar is missed.
  --series N    series of 10 years hourly
  --rounds N    interleaved rounds; medians of them count
  --seconds N   how long a round asks one server one thing
  --chdb        the ClickHouse engine too, after "npm install --no-save chdb" (500 MB)
  --out FOLDER  the folder of the report

memory          an hour's mix of requests (or --minutes N) and what it does to the server's memory
import          a CSV of a gigabyte into an empty store, beside DuckDB: rows a second and memory
model           forecasts of the open price benchmark and of consumption, beside published ones
run             a full forecast run of the demo inside a server that is asked small questions
page            how fast the explorer shows itself
ticks           what a tick of Node costs after garbage collections, with its shape kept and without
client          ten years of hours by the clients, beside JSON.parse and pandas.read_json
start           CPU of a start with 100,000 series, built and from the checkout, beside a bare Fastify server
slice           three years of forecasts a day ahead, beside SQL over PostgreSQL rows
formats         the same rows as CSV, NDJSON, Parquet, Arrow and Excel into an empty store
tables          10 of 1,000 series out of Parquet tables, over HTTP by ranges of bytes
scale           the main reads at 1,000 to 1,000,000 series, on SQLite and PostgreSQL`;

const RESULTS = 'bench/results';
const FULL = { series: 1_000, rounds: 5, seconds: 2, loadSeries: 114, enoughMs: 60 * 60_000 };
const CHECK = { series: 100, rounds: 5, seconds: 0.8, loadSeries: 57, enoughMs: 6 * 60_000 };
const LOAD_ROUNDS = 3;
const TAIL_ROUNDS = 7;
const START_SERIES = 100_000;

/** Options of the benchmark proper. Throws a plain Error if one makes no sense. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'boolean', default: false },
      series: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      chdb: { type: 'boolean', default: false },
      out: { type: 'string', default: RESULTS },
    },
  });
  const defaults = values.check ? CHECK : FULL;
  const series = readNumber('--series', values.series, defaults.series, 10, 10_000);
  return {
    isCheck: values.check,
    series,
    rounds: readNumber('--rounds', values.rounds, defaults.rounds, 1, 100),
    seconds: readNumber('--seconds', values.seconds, defaults.seconds, 0.1, 60),
    loadSeries: Math.min(defaults.loadSeries, series),
    loadRounds: LOAD_ROUNDS,
    tailRounds: TAIL_ROUNDS,
    enoughMs: defaults.enoughMs,
    startSeries: START_SERIES,
    chdb: values.chdb,
    out: values.out,
  };
}

export function readNumber(
  name: string,
  text: string | undefined,
  fallback: number,
  min: number,
  max: number,
): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (value >= min && value <= max) return value;
  throw new Error(`${name} must be a number from ${min} to ${max}, not "${text}"`);
}

export interface MemoryOptions {
  readonly minutes: number;
  readonly series: number;
  readonly out: string;
}

export function readMemoryOptions(args: readonly string[]): MemoryOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string' },
      series: { type: 'string' },
      out: { type: 'string', default: RESULTS },
    },
  });
  return {
    minutes: readNumber('--minutes', values.minutes, 60, 0.5, 600),
    series: readNumber('--series', values.series, CHECK.series, 10, 10_000),
    out: values.out,
  };
}
