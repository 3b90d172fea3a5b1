// Random sequences of commands, done on one store, with its answer to each in a form to compare.

import fc from 'fast-check';
import type { ResolutionName } from '#core/time/resolution';
import type { EntryFacts, EntryKind } from '#store/journal-entry';
import type { SeriesReader } from '#store/series-store';
import type { Store } from '#store/store';
import { StoreUnavailable } from '#store/store';
import { ACCOUNT_ACTIONS } from './differential-accounts.ts';
import {
  type Action,
  ENTRY_KINDS,
  READS,
  type Scope,
  STORE_ACTIONS,
  WRITES,
} from './differential-actions.ts';
import { BOARD_ACTIONS } from './differential-boards.ts';
import { IDENTITY_ACTIONS } from './differential-identities.ts';
import { aside, byMs, resolution, seldom, text } from './differential-inputs.ts';
import { LIMIT_ACTIONS } from './differential-limits.ts';
import { LINK_ACTIONS } from './differential-links.ts';
import { WEBHOOK_ACTIONS } from './differential-webhooks.ts';

interface Command {
  readonly name: string;
  readonly input: unknown;
}

/** A command about one of the sequence's series. */
interface SeriesCommand extends Command {
  readonly which: string;
}

export type Step = { readonly byMs: number } & (
  | {
      readonly kind: 'write';
      readonly entry: { kind: EntryKind; actor: string; name: string } | undefined;
      readonly commands: readonly SeriesCommand[];
      /** Whether errors of commands are caught, and whether the write is rolled back at its end. */
      readonly isCaught: boolean;
      readonly isGivenUp: boolean;
    }
  | {
      readonly kind: 'read';
      readonly asOf: number | undefined;
      readonly commands: readonly SeriesCommand[];
    }
  | { readonly kind: 'ask' | 'account'; readonly commands: readonly Command[] }
);

/** All methods of accounts. */
const OF_ACCOUNTS = {
  ...ACCOUNT_ACTIONS,
  ...LIMIT_ACTIONS,
  ...BOARD_ACTIONS,
  ...LINK_ACTIONS,
  ...IDENTITY_ACTIONS,
  ...WEBHOOK_ACTIONS,
};

const commandOf = (actions: Readonly<Record<string, Action<never>>>): fc.Arbitrary<Command> =>
  fc.oneof(
    ...Object.entries(actions).map(([name, { input }]) =>
      input.map((made) => ({ name, input: made })),
    ),
  );

/** The letter of a series. Series c is seldom made. */
const which = fc.constantFrom('a', 'a', 'a', 'a', 'b', 'b', 'b', 'c');
const aboutSeries = (command: fc.Arbitrary<Command>): fc.Arbitrary<SeriesCommand> =>
  fc.tuple(which, command).map(([letter, made]) => ({ which: letter, ...made }));
const some = <Made>(made: fc.Arbitrary<Made>, maxLength: number): fc.Arbitrary<Made[]> =>
  fc.array(made, { minLength: 1, maxLength, size: 'max' });

const { writePoints, writeRun, defineSeries } = WRITES;
const written = fc.oneof(
  { weight: 5, arbitrary: commandOf({ writePoints: writePoints!, writeRun: writeRun! }) },
  { weight: 1, arbitrary: commandOf({ defineSeries: defineSeries! }) },
  { weight: 5, arbitrary: commandOf(WRITES) },
  { weight: 1, arbitrary: commandOf(READS) },
);
const entry = fc.option(
  fc.record({ kind: fc.constantFrom(...ENTRY_KINDS), actor: text, name: text }),
  { nil: undefined, freq: 3 },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      byMs,
      entry,
      commands: some(aboutSeries(written), 4),
      isCaught: fc.boolean(),
      isGivenUp: seldom,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      byMs: fc.constant(0),
      asOf: fc.option(aside, { nil: undefined, freq: 2 }),
      commands: some(aboutSeries(commandOf(READS)), 6),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      byMs,
      commands: some(commandOf(STORE_ACTIONS), 4),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('account' as const),
      byMs,
      commands: some(commandOf(OF_ACCOUNTS), 6),
    }),
  },
);

/** The first step: it makes two series with points, and a run. */
const opening: fc.Arbitrary<Step> = fc
  .tuple(
    entry,
    ...[defineSeries!, defineSeries!, writePoints!, writePoints!, writeRun!].map(
      (made) => made.input,
    ),
  )
  .map(([facts, ...made]): Step => {
    const command = (which: string, name: string, i: number) => ({ which, name, input: made[i] });
    const commands = [
      command('a', 'defineSeries', 0),
      command('b', 'defineSeries', 1),
      command('a', 'writePoints', 2),
      command('b', 'writePoints', 3),
      command('a', 'writeRun', 4),
    ];
    return { kind: 'write', byMs: 0, commands, entry: facts, isCaught: true, isGivenUp: false };
  });

export interface Sequence {
  /** The resolutions of series a, b and c. */
  readonly resolutions: Readonly<Record<string, ResolutionName>>;
  readonly steps: readonly Step[];
}

export const sequence: fc.Arbitrary<Sequence> = fc.record({
  resolutions: fc.record({ a: resolution, b: resolution, c: resolution }),
  steps: fc.tuple(opening, some(step, 10)).map(([first, steps]) => [first, ...steps]),
});

/** The part of a store that a sequence works on. */
export interface Scene extends Pick<Sequence, 'resolutions'> {
  /** The beginning of its codes. */
  readonly prefix: string;
}

/** A key that no series has. */
const NO_KEY = 1_000_000_007;

async function scopeOf(
  reader: SeriesReader,
  { prefix, resolutions }: Scene,
  letter: string,
  now: number,
): Promise<Scope> {
  const code = prefix + letter;
  const key = (await reader.findSeries(code))?.key ?? NO_KEY;
  return { code, prefix, resolution: resolutions[letter]!, now, key };
}

/** The answer or error of some work. An engine's own error has only its name. */
async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { name, message } = error;
    return error instanceof StoreUnavailable ? { name } : { name, message };
  }
}

const perform = <Target>(
  actions: Readonly<Record<string, Action<Target>>>,
  target: Target,
  { name, input }: Command,
  scope: Scope,
): unknown => actions[name]!.perform(target, input as never, scope);

async function writeAll(
  store: Store,
  { entry, commands, isCaught, isGivenUp }: Extract<Step, { kind: 'write' }>,
  scene: Scene,
  now: number,
): Promise<unknown> {
  const facts: EntryFacts | undefined = entry && { ...entry, now };
  const outcomes: unknown[] = [];
  const written = await outcomeOf(() =>
    store.write(async (writer) => {
      for (const command of commands) {
        const scope = await scopeOf(writer, scene, command.which, now);
        const work = () => perform({ ...READS, ...WRITES }, writer, command, scope);
        outcomes.push(isCaught ? await outcomeOf(work) : await work());
      }
      if (isGivenUp) throw new RangeError('given up');
    }, facts),
  );
  return { written, outcomes };
}

/** Does a step and returns its outcomes. `now` is the clock after the step's own `byMs`. */
export async function take(store: Store, step: Step, scene: Scene, now: number): Promise<unknown> {
  if (step.kind === 'write') return writeAll(store, step, scene, now);
  const outcomes: unknown[] = [];
  const scope = await scopeOf(store, scene, 'a', now);
  if (step.kind === 'read') {
    const reader = step.asOf === undefined ? store : store.asOf(now + step.asOf);
    for (const command of step.commands) {
      const own = await scopeOf(store, scene, command.which, now);
      outcomes.push(await outcomeOf(() => perform(READS, reader, command, own)));
    }
    return outcomes;
  }
  for (const command of step.commands) {
    const work = () =>
      step.kind === 'ask'
        ? perform(STORE_ACTIONS, store, command, scope)
        : perform(OF_ACCOUNTS, store.accounts, command, scope);
    outcomes.push(await outcomeOf(work));
  }
  return outcomes;
}
