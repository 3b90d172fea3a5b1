// gridtide copy: a whole store to another one, also of another engine.

import {
  type Arguments,
  type Command,
  CommandFault,
  DONE,
  FAILED,
  type Io,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { confirm, YES_OPTION } from '#cli/command/confirm';
import { needText } from '#cli/command/read-option';
import { withoutSecrets } from '#cli/command/shown-setting';
import { DEFAULT_STORE, readStoreUrl } from '#cli/command/store-option';
import { ProgressLine } from '#cli/terminal/progress-line';
import { countOf, formatCount } from '#cli/terminal/table';
import { CopyFault } from '#store/copy/copy-fingerprint';
import { type CopyProgress, type CopyTotal, copyStore, verifyStore } from '#store/copy/copy-store';
import { openTables } from '#store/open/open-tables';
import type { TableStore } from '#store/sql/table-store';

const MB = 1e6;

export const copyCommand: Command = {
  name: 'copy',
  summary: 'Copy the whole store to another store, also from SQLite to PostgreSQL or back.',
  usage: '--target URL [--source URL] [--verify] [--force] [--yes]',
  options: {
    target: {
      type: 'string',
      value: 'URL',
      aliases: ['to'],
      summary: 'The target: sqlite:PATH, or postgres://… of a database that exists.',
    },
    source: {
      type: 'string',
      value: 'URL',
      aliases: ['from'],
      summary: `The source, as --store of other commands; else STORE, else ${DEFAULT_STORE}.`,
    },
    verify: { type: 'boolean', summary: 'Compare only, and change nothing.' },
    force: {
      type: 'boolean',
      summary: 'Replace all that the target holds. Asks first on a terminal.',
    },
    ...YES_OPTION,
  },
  notes: `
Series, values, runs, what was known when, the journal and accounts are copied as they are: versions,
checksums, ETags, tokens and keys stay the same. What is written is read back before it is kept. At the
end one checksum of everything is printed, which both stores have.

A copy that was broken off goes on when it is called again. The source may be in use: each series is
copied as it is at one moment, and a second run copies what was written in the meantime. For an exact
copy, stop what writes to the source and run the copy a last time. Nothing should use the target before.

The target is a new store, an empty one, or an earlier copy of the same source that was not written to
since. Anything else is refused unless --force is given, which removes what the target holds.`,
  async run(args, io) {
    takePositionals(args);
    const { from, to } = readAddresses(args, io);
    const isVerify = args.flag('verify');
    if (isVerify && args.flag('force')) throw misuse('--verify changes nothing: leave --force out');
    if (args.flag('force')) {
      const target = withoutSecrets(to);
      await confirm(`All that ${target} holds is removed for good. Go on?`, args, io);
    }
    return expectingRefusal(() =>
      withStores(from, to, !isVerify, (source, target) =>
        isVerify ? verify(source, target, io) : copy(source, target, args.flag('force'), io),
      ),
    );
  },
};

function readAddresses(args: Arguments, io: Io): { from: string; to: string } {
  const to = needText(args, 'target');
  return { from: readStoreUrl(args.text('source'), io), to: readStoreUrl(to, io) };
}

async function withStores<T>(
  from: string,
  to: string,
  create: boolean,
  work: (source: TableStore, target: TableStore) => Promise<T>,
): Promise<T> {
  const source = await open('--source', from, false);
  try {
    const target = await open('--target', to, create);
    try {
      return await work(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Opens the store of an option, which is named in the fault if that fails. */
async function open(option: string, url: string, create: boolean): Promise<TableStore> {
  try {
    return await openTables(url, { create });
  } catch (error) {
    throw new CommandFault(`${option}: ${(error as Error).message}`);
  }
}

/** A refused copy is printed as one line. */
async function expectingRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CopyFault ? new CommandFault(error.message) : error;
  }
}

async function copy(
  source: TableStore,
  target: TableStore,
  force: boolean,
  io: Io,
): Promise<number> {
  const startedAt = performance.now();
  const line = openLine(io);
  try {
    const total = await copyStore(source, target, { force, onProgress: line.show });
    line.clear();
    io.stdout.write(`${describe(total, (performance.now() - startedAt) / 1000)}\n`);
    io.stdout.write(`checksum of both stores: ${total.checksum}\n`);
    return DONE;
  } finally {
    line.clear();
  }
}

async function verify(source: TableStore, target: TableStore, io: Io): Promise<number> {
  const line = openLine(io);
  let differing = 0;
  const onDifference = (what: string): void => {
    line.clear();
    differing++;
    io.stdout.write(`different: ${what}\n`);
  };
  try {
    const total = await verifyStore(source, target, onDifference, { onProgress: line.show });
    line.clear();
    const amount = `${countOf(total.rows, 'row')}, ${formatCount(total.bytes)} bytes`;
    if (differing === 0) {
      io.stdout.write(`${amount}: both stores hold the same, checksum ${total.checksum}\n`);
      return DONE;
    }
    const units = total.copied + total.same;
    io.stdout.write(`${amount}: ${formatCount(differing)} of ${countOf(units, 'unit')} differ\n`);
    return FAILED;
  } finally {
    line.clear();
  }
}

/** The line begins to count time with the first progress, when the copy itself begins. */
function openLine(io: Io): { show(progress: CopyProgress): void; clear(): void } {
  let line: ProgressLine | undefined;
  return {
    show({ done, total, bytes, family }) {
      line ??= new ProgressLine(io.stderr);
      const what = family === 'series' ? '' : ` (${family})`;
      line.showSteps(done, total, `series, ${(bytes / MB).toFixed(1)} MB${what}`);
    },
    clear: () => line?.clear(),
  };
}

/** `1,234 rows, 5,678,901 bytes; 12 units copied, 3 the same already; 1.23 s, 4.6 MB/s` */
function describe({ rows, bytes, copied, same }: CopyTotal, seconds: number): string {
  const rate = (bytes / MB / Math.max(seconds, 0.001)).toFixed(1);
  const units = `${countOf(copied, 'unit')} copied, ${formatCount(same)} the same already`;
  return `${countOf(rows, 'row')}, ${formatCount(bytes)} bytes; ${units}; ${seconds.toFixed(2)} s, ${rate} MB/s`;
}
