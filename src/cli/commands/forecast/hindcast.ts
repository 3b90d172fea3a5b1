// Hindcasts: runs of a span of the past, made now from values that are taken as known when such values are
// usually published. They are kept under a source of their own.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Arguments, DONE, FAILED, type Io, misuse } from '#cli/command/command';
import { needText, readCount } from '#cli/command/read-option';
import { withStore, writtenZone } from '#cli/command/store-option';
import { FORECASTS_HOUR_OPTION, readForecastsHour } from '#cli/commands/forecast/forecasts-hour';
import { ProgressLine } from '#cli/terminal/progress-line';
import { countOf, printTable } from '#cli/terminal/table';
import { DAY_MS, formatUtc, HOUR_MS, type Instant } from '#core/time/instant';
import { parseUtcMoment } from '#core/time/utc-moment';
import type { Zone } from '#core/time/zone';
import { HINDCAST_SOURCE, hindcastSourceOf, isHindcastSource } from '#core/values/source-order';
import { labelOf, runModel } from '#service/model-runs/run-model';
import type { ModelTarget } from '#service/model-runs/settle-target';
import type { Store } from '#store/store';

/** The UTC hour of a run: no gate has closed. */
const USUAL_HOUR = 6;

export const HINDCAST_OPTIONS = {
  'as-published': {
    type: 'boolean',
    summary: 'With --keep: make hindcasts, which take values as known when usually published.',
  },
  keep: {
    type: 'boolean',
    summary: `Keep the hindcasts as runs of source ${HINDCAST_SOURCE}, or ${hindcastSourceOf('NAME')}.`,
  },
  from: { type: 'string', value: 'DATE', summary: 'The first UTC day with a hindcast.' },
  to: { type: 'string', value: 'DATE', summary: 'The last UTC day with a hindcast.' },
  hour: {
    type: 'string',
    value: 'HOUR',
    summary: `The UTC hour of each hindcast. Default: ${USUAL_HOUR}.`,
  },
  ...FORECASTS_HOUR_OPTION,
} as const;

/** Whether hindcasts are asked for. Refuses options that belong to them without their two flags. */
export function readsHindcasts(args: Arguments): boolean {
  const [isPublished, isKept] = [args.flag('as-published'), args.flag('keep')];
  if (isPublished !== isKept) {
    throw misuse(
      isPublished
        ? '--as-published needs --keep; gridtide forecast backtest --as-published scores without keeping runs'
        : '--keep needs --as-published: other runs are always kept',
    );
  }
  const other = ['from', 'to', 'hour', 'forecasts-at'].find(
    (name) => args.text(name) !== undefined,
  );
  if (!isPublished && other !== undefined)
    throw misuse(`--${other} needs --as-published --keep; --at names the time of other runs`);
  const source = args.text('source')?.trim();
  if (isPublished && source !== undefined)
    throw misuse(
      `--source cannot be given: hindcasts are of source ${HINDCAST_SOURCE}, or ${hindcastSourceOf('NAME')}`,
    );
  if (source !== undefined && isHindcastSource(source))
    throw misuse(`--source ${source} is for hindcasts: --as-published --keep makes them`);
  return isPublished;
}

/** The times of the runs, ascending: `--at`, or one on each day. */
function readTimes(args: Arguments, { now }: Io): Instant[] {
  const dayOf = (name: string): Instant =>
    Math.floor(parseUtcMoment(needText(args, name), `--${name}`) / DAY_MS) * DAY_MS;
  const times: Instant[] = [];
  if (args.text('at') !== undefined) {
    const other = ['from', 'to', 'hour'].find((name) => args.text(name) !== undefined);
    if (other !== undefined) throw misuse(`give either --at or --${other}`);
    times.push(parseUtcMoment(needText(args, 'at'), '--at'));
  } else {
    const [from, to] = [dayOf('from'), dayOf('to')];
    if (to < from) throw misuse('--to is before --from');
    const hour = readCount(args, 'hour', 0, 23, USUAL_HOUR);
    for (let day = from; day <= to; day += DAY_MS) times.push(day + hour * HOUR_MS);
  }
  const last = times.at(-1)!;
  if (last > now()) throw misuse(`a hindcast is of the past: ${formatUtc(last)} is in the future`);
  return times;
}

/** What became of the hindcasts of one target. */
interface Tally {
  readonly label: string;
  made: number;
  kept: number;
  /** The number of runs by the reason why they were not made. */
  readonly refused: Map<string, number>;
}

/** Makes hindcasts and reports on them. The exit code is 1 if none was made and none was stored before. */
export async function makeHindcasts(
  args: Arguments,
  io: Io,
  findTargets: (store: Store) => Promise<readonly ModelTarget[]>,
): Promise<number> {
  const times = readTimes(args, io);
  return withStore(args, io, async (store) => {
    const zone = await writtenZone(store, io);
    const targets = await findTargets(store);
    const line = new ProgressLine(io.stderr);
    const tallies: Tally[] = [];
    for (const target of targets) {
      const done = tallies.length * times.length;
      const show = (at: number) =>
        line.showSteps(done + at, targets.length * times.length, labelOf(target));
      tallies.push(await makeAll(store, zone, target, { times, args, io, show }));
    }
    line.clear();
    const sources = new Set(targets.map(({ name }) => hindcastSourceOf(name)));
    report(tallies, times, [...sources], io);
    return tallies.some(({ made, kept }) => made + kept > 0) ? DONE : FAILED;
  });
}

interface Asked {
  readonly times: readonly Instant[];
  readonly args: Arguments;
  readonly io: Io;
  show(at: number): void;
}

async function makeAll(
  store: Store,
  zone: Zone,
  target: ModelTarget,
  { times, args, io, show }: Asked,
): Promise<Tally> {
  const tally: Tally = { label: labelOf(target), made: 0, kept: 0, refused: new Map() };
  const forecastsHour = readForecastsHour(args);
  for (const [at, analyzedAt] of times.entries()) {
    show(at);
    // Lets the process handle a resized terminal or an interrupt.
    await nextTurn();
    const more = { replaces: args.flag('replace'), isHindcast: true, warmsUp: true };
    const request = { ...target, analyzedAt, forecastsHour, ...more };
    const outcome = await runModel(store, zone, request, io.now);
    if (outcome.state === 'made') tally.made++;
    else if (outcome.state === 'kept') tally.kept++;
    else tally.refused.set(outcome.why, (tally.refused.get(outcome.why) ?? 0) + 1);
  }
  return tally;
}

function report(
  tallies: readonly Tally[],
  times: readonly Instant[],
  sources: readonly string[],
  io: Io,
): void {
  printTable(
    tallies,
    [
      { title: 'SERIES', cell: ({ label }) => label },
      { title: 'MADE', cell: ({ made }) => made },
      { title: 'STORED BEFORE', cell: ({ kept }) => kept },
      { title: 'NOT MADE', cell: ({ made, kept }) => times.length - made - kept },
    ],
    io,
  );
  for (const { label, refused } of tallies) {
    for (const [why, count] of refused)
      io.stdout.write(`${label}: ${countOf(count, 'run')} not made: ${why}\n`);
  }
  const made = tallies.reduce((sum, tally) => sum + tally.made, 0);
  const span = `from ${formatUtc(times[0]!)} to ${formatUtc(times.at(-1)!)}`;
  io.stdout.write(
    `${countOf(made, 'hindcast')} made ${span}, source ${sources.join(', ')}; gridtide accuracy scores them apart\n`,
  );
}
