// gridtide follow: changes of the store at the terminal, as they are committed.

import { type Arguments, type Command, DONE, type Io } from '#cli/command/command';
import { readCount } from '#cli/command/read-option';
import { JSON_OPTION, marketOf, STORE_OPTION, withStore } from '#cli/command/store-option';
import type { Zone } from '#core/time/zone';
import { type DescribedEvent, describeEvent } from '#service/events/describe-event';
import { findCursor } from '#service/events/event-cursor';
import { type EventFilter, fitsFilter, parseEventFilter } from '#service/events/event-filter';
import { EventTail } from '#service/events/event-tail';
import { awaitEventPage } from '#service/events/read-events';
import type { Store } from '#store/store';

const PAGE = 500;
const MOST_CHANGES = 1_000_000_000;

export const followCommand: Command = {
  name: 'follow',
  summary: 'Show changes of the store as they are committed.',
  usage: '[PATTERN…] [--after CURSOR] [--kind KINDS] [--limit N] [--json] [--store URL]',
  options: {
    after: {
      type: 'string',
      value: 'CURSOR',
      summary: 'Begin behind this change, whose number begins each line; 0: all of the log.',
    },
    kind: {
      type: 'string',
      value: 'KINDS',
      summary: 'Only these: series, values, run, held, or types such as run.added, with commas.',
    },
    area: { type: 'string', value: 'AREAS', summary: 'Only series of these areas, with commas.' },
    category: { type: 'string', value: 'NAMES', summary: 'Only series of these categories.' },
    limit: { type: 'string', value: 'N', summary: 'End after N changes.' },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  notes: `
Each line has the number of the change, when it was recorded, what it was, the series, the intervals with the
number of values, and the run. With --json each line is one event as GET /api/v1/changes tells it. The command
ends with Ctrl+C, or after --limit changes. Another call goes on with --after and the last number.

For example: gridtide follow 'de*' --kind values,run`,
  async run(args, io) {
    const filter = parseEventFilter({
      series: args.positionals.join(','),
      area: args.text('area'),
      category: args.text('category'),
      kind: args.text('kind'),
    });
    const limit = readCount(args, 'limit', 1, MOST_CHANGES, MOST_CHANGES);
    await withStore(args, io, async (store) => {
      const { zone } = await marketOf(store, io);
      await follow(store, { filter, limit, zone }, args, io);
    });
    return DONE;
  },
};

interface Wanted {
  readonly filter: EventFilter;
  readonly limit: number;
  readonly zone: Zone;
}

async function follow(store: Store, wanted: Wanted, args: Arguments, io: Io): Promise<void> {
  const { filter, zone } = wanted;
  let left = wanted.limit;
  let after = await findCursor(store, args.text('after'), '--after');
  const tail = new EventTail(store);
  const ending = new AbortController();
  const end = (): void => ending.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    while (left > 0 && !ending.signal.aborted) {
      const asked = { after, limit: Math.min(left, PAGE) };
      const isWanted = (event: Parameters<typeof fitsFilter>[0]) => fitsFilter(event, filter);
      const page = await awaitEventPage(tail, { ...asked, isWanted }, ending.signal);
      for (const event of page.events) {
        const described = describeEvent(event, zone);
        const line = args.flag('json') ? JSON.stringify(described) : lineOf(described);
        io.stdout.write(`${line}\n`);
      }
      left -= page.events.length;
      after = page.next;
    }
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

const TYPE_WIDTH = 'values.changed'.length;

/** `1043  2026-11-17T12:57:04Z  values.changed  dehrprice  2026-11-17T23:00:00Z … 22:00:00Z (24)  gridtide` */
function lineOf(event: DescribedEvent): string {
  const { id, time, type, series, from, to, points, analyzedTime, source } = event;
  const span = from === null ? '' : `${from === to ? from : `${from} … ${to}`} (${points})`;
  const run = [analyzedTime === null ? '' : `issued ${analyzedTime}`, source ?? ''];
  const cells = [id, time ?? 'always known', type.padEnd(TYPE_WIDTH), series, span, ...run];
  return cells.filter((cell) => cell !== '').join('  ');
}
