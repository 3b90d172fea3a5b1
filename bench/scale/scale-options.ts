// What a run of the scale benchmark is asked to do.

import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readNumber } from '../options.ts';
import { FOUND, LARGEST_SIZE, SMALLEST_SIZE } from './catalog.ts';
import { ENGINES, type EngineName } from './engine.ts';

export interface ScaleOptions {
  readonly isCheck: boolean;
  readonly isSmall: boolean;
  readonly engines: readonly EngineName[];
  /** Series of a year of hours, ascending. */
  readonly sizes: readonly number[];
  /** The number of series in the store with metadata alone. */
  readonly metadataSize: number;
  readonly rounds: number;
  /** How long one server is asked one thing in one round, at most. */
  readonly seconds: number;
  /** The folder in which filled stores stay for the next run; undefined removes them. */
  readonly kept: string | undefined;
  readonly out: string;
}

const FULL = { sizes: [1_000, 10_000, 100_000], metadataSize: 1_000_000, rounds: 7, seconds: 1 };
const SMALL = { sizes: [100, 1_000, 10_000], metadataSize: 20_000, rounds: 3, seconds: 0.3 };
const KEPT_FOLDER = 'gridtide-bench-scale';

export const SCALE_USAGE = `Usage: npm run bench -- scale [--check] [--small] [--sizes N,N,…] [--metadata N] [--engine NAME]
                              [--rounds N] [--seconds N] [--keep] [--folder FOLDER] [--out FOLDER]

The main reads as the number of series grows, on SQLite and PostgreSQL, with the cache off.

  --check        an exit code other than 0 if a bar is missed
  --small        100, 1,000 and 10,000 series instead of 1,000, 10,000 and 100,000; to try it out
  --sizes N,N    numbers of series of a year of hours, multiples of ${FOUND}
  --metadata N   series of the store whose metadata alone is asked for
  --engine NAME  sqlite or postgres alone
  --rounds N     interleaved rounds; medians of them count
  --seconds N    how long a round asks one server one thing
  --keep         leave the filled stores for the next run with --keep
  --folder F     the folder of the stores; without it, ${KEPT_FOLDER} in the temporary folder
  --out FOLDER   the folder of the report`;

/** Throws a plain Error if an option makes no sense. */
export function readScaleOptions(args: readonly string[]): ScaleOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'boolean', default: false },
      small: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      metadata: { type: 'string' },
      engine: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      keep: { type: 'boolean', default: false },
      folder: { type: 'string', default: join(tmpdir(), KEPT_FOLDER) },
      out: { type: 'string', default: 'bench/results' },
    },
  });
  const defaults = values.small ? SMALL : FULL;
  const sizes = values.sizes?.split(',').map((text) => readSize('--sizes', text)) ?? defaults.sizes;
  return {
    isCheck: values.check,
    isSmall: values.small,
    engines: readEngines(values.engine),
    sizes: [...new Set(sizes)].sort((a, b) => a - b),
    metadataSize:
      values.metadata === undefined
        ? defaults.metadataSize
        : readSize('--metadata', values.metadata),
    rounds: readNumber('--rounds', values.rounds, defaults.rounds, 1, 100),
    seconds: readNumber('--seconds', values.seconds, defaults.seconds, 0.02, 60),
    kept: values.keep ? resolve(values.folder) : undefined,
    out: values.out,
  };
}

function readSize(name: string, text: string): number {
  const size = readNumber(name, text, 0, SMALLEST_SIZE, LARGEST_SIZE);
  if (size % FOUND === 0) return size;
  throw new Error(`${name} must be multiples of ${FOUND}, not "${text}"`);
}

function readEngines(text: string | undefined): readonly EngineName[] {
  if (text === undefined) return ENGINES;
  const engine = ENGINES.find((name) => name === text);
  if (engine) return [engine];
  throw new Error(`--engine must be ${ENGINES.join(' or ')}, not "${text}"`);
}
