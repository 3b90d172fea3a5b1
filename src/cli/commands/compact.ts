// gridtide compact: forgetting what was replaced long ago, to save space.

import {
  type Arguments,
  type Command,
  CommandFault,
  DONE,
  type Io,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { confirm, YES_OPTION } from '#cli/command/confirm';
import { needText } from '#cli/command/read-option';
import {
  commandActor,
  marketOf,
  STORE_OPTION,
  storeUrlOf,
  withStore,
} from '#cli/command/store-option';
import { countOf, formatCount } from '#cli/terminal/table';
import { formatUtc, type Instant } from '#core/time/instant';
import { parseMoment } from '#core/time/moment';
import type { Zone } from '#core/time/zone';
import { readFileSize, vacuumFile } from '#store/engines/sqlite/sqlite-vacuum';
import { filesOf, StoreFilesFault } from '#store/engines/sqlite/store-files';
import { isPostgresUrl } from '#store/store-address';

export const compactCommand: Command = {
  name: 'compact',
  summary: 'Forget what was replaced long ago, to save space.',
  usage: '--before WHEN [--events] [--vacuum] [--yes] [--store URL]',
  options: {
    before: {
      type: 'string',
      value: 'WHEN',
      summary: 'A date (its beginning), an instant, or a date keyword such as year or today-90.',
    },
    events: {
      type: 'boolean',
      summary: 'Forget the beginning of the log of changes, and nothing else.',
    },
    vacuum: {
      type: 'boolean',
      summary: 'Make the file smaller too. Needs room for the store once more while it runs.',
    },
    ...YES_OPTION,
    ...STORE_OPTION,
  },
  notes: `
The store keeps what every change replaced: answers as of an earlier time and gridtide undo rest on it.
This forgets what was replaced at WHEN or before, for good. Afterwards answers as of a time before WHEN
are refused, and writes up to WHEN cannot be taken back. Current values do not change, and answers as
of WHEN or later stay the same.

The log of changes, which GET /api/v1/changes tells, is not touched by this. --events forgets that log's
events from before WHEN instead. A reader whose cursor is older is then refused, and never misses an event
without being told. The newest event always stays.

On a terminal the command asks before it forgets anything, because this cannot be taken back.

Without --vacuum a store's file keeps its size, and later writes use the room that became free in it.`,
  async run(args, io) {
    takePositionals(args);
    const now = io.now();
    needText(args, 'before');
    const path = pathOf(storeUrlOf(args, io));
    if (args.flag('vacuum') && path === undefined) {
      throw misuse('--vacuum is for a store in a file; PostgreSQL has VACUUM FULL for its tables');
    }
    const freeBytes = (): number => (path === undefined ? 0 : readFileSize(path).freeBytes);
    const { before, ...forgotten } = await withStore(args, io, async (store) => {
      const { zone } = await marketOf(store, io);
      const before = readBefore(args, now, zone);
      const log = args.flag('events') ? 'The log of changes' : 'What was replaced';
      await confirm(`${log} before ${formatUtc(before)} is forgotten for good. Go on?`, args, io);
      const freeBefore = freeBytes();
      const facts = { kind: 'compact' as const, actor: commandActor(), now };
      const what = args.flag('events') ? 'events before' : 'before';
      const entry = { ...facts, name: `${what} ${formatUtc(before)}` };
      const rows = args.flag('events')
        ? await store.forgetEvents(before, entry)
        : await store.compact(before, entry);
      return { before, rows, freed: freeBytes() - freeBefore };
    });
    const freed = path === undefined ? '' : ` and ${describeFreed(forgotten.freed)}`;
    io.stdout.write(
      `${countOf(forgotten.rows, args.flag('events') ? 'event' : 'row')} forgotten${freed} before ${formatUtc(before)}\n`,
    );
    if (args.flag('vacuum')) vacuum(path!, io);
    return DONE;
  },
};

/** The first instant of what --before names; the record from there on stays. */
function readBefore(args: Arguments, now: Instant, zone: Zone): Instant {
  const given = needText(args, 'before');
  const moment = parseMoment(given, '--before', now, zone, 'first');
  if ('keyword' in moment) throw misuse(`--before is a date or an instant, not "${given}"`);
  if (moment.start > now) throw misuse(`--before ${given} is still to come`);
  return moment.start;
}

/** The file of a store in SQLite; undefined for PostgreSQL. */
function pathOf(storeUrl: string): string | undefined {
  try {
    return isPostgresUrl(storeUrl) ? undefined : filesOf(storeUrl).series;
  } catch (error) {
    throw error instanceof StoreFilesFault ? new CommandFault(error.message) : error;
  }
}

/** `98,304 bytes freed within the file` */
const describeFreed = (freedBytes: number): string =>
  `${formatCount(Math.max(0, freedBytes))} bytes freed within the file`;

function vacuum(path: string, io: Io): void {
  const before = readFileSize(path).fileBytes;
  const after = vacuumFile(path).fileBytes;
  io.stdout.write(`${path}: ${formatCount(before)} bytes before, ${formatCount(after)} now\n`);
}
