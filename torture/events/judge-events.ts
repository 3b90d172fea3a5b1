// Compares what was acknowledged, what the log of changes has, and what its readers and webhooks were told.

import { BATCH, FIRST_HOUR, writtenCode } from '../writing/written-store.ts';

export interface LoggedEvent {
  readonly id: number;
  readonly type: string;
  readonly code: string;
  readonly firstIndex: number | null;
  readonly points: number | null;
}

export interface HookSeen {
  readonly name: string;
  /** The events of requests that were answered with success, in the order of their arrival. */
  readonly delivered: readonly number[];
  /** What was wrong with single requests, such as a signature. */
  readonly faults: readonly string[];
}

export interface Seen {
  /** The writes of each writer that were acknowledged. */
  readonly acknowledged: readonly number[];
  readonly log: readonly LoggedEvent[];
  /** The last event before readers and webhooks began. */
  readonly begin: number;
  /** The events that the reader of the log was told, in order. */
  readonly told: readonly number[];
  readonly hooks: readonly HookSeen[];
}

/** Returns what does not hold, each in a sentence. */
export function judgeEvents({ acknowledged, log, begin, told, hooks }: Seen): string[] {
  const ids = log.map(({ id }) => id);
  const hole = ids.findIndex((id, i) => id !== i + 1);
  const expected = ids.filter((id) => id > begin);
  return [
    ...(hole >= 0 ? [`the log has event ${ids[hole]} at place ${hole + 1}`] : []),
    ...acknowledged.flatMap((writes, writer) => faultsOfWriter(writtenCode(writer), writes, log)),
    ...faultsOfReader(told, expected),
    ...hooks.flatMap((hook) => faultsOfHook(hook, expected)),
  ];
}

/** Each write is one event, in the order of the writes. The last may be stored and not acknowledged. */
function faultsOfWriter(code: string, writes: number, log: readonly LoggedEvent[]): string[] {
  const own = log.filter((event) => event.code === code && event.type === 'values.changed');
  const faults: string[] = [];
  const wrong = own.findIndex(
    ({ firstIndex, points }, i) => firstIndex !== FIRST_HOUR + i * BATCH || points !== BATCH,
  );
  if (wrong >= 0) faults.push(`${code}: event ${own[wrong]!.id} is not that of write ${wrong}`);
  if (own.length < writes) faults.push(`${code}: ${writes} writes, but ${own.length} events`);
  if (own.length > writes + 1)
    faults.push(`${code}: ${own.length} events, but ${writes} writes were acknowledged`);
  return faults;
}

/** A reader that keeps its cursor is told each event once. */
function faultsOfReader(told: readonly number[], expected: readonly number[]): string[] {
  const length = Math.max(told.length, expected.length);
  for (let i = 0; i < length; i++) {
    if (told[i] !== expected[i])
      return [`the reader was told ${told[i] ?? 'nothing'} instead of event ${expected[i]}`];
  }
  return [];
}

/** Events may be delivered again, but never for the first time before an earlier one. */
function faultsOfHook(
  { name, delivered, faults }: HookSeen,
  expected: readonly number[],
): readonly string[] {
  const first = [...new Set(delivered)];
  const early = first.findIndex((id, i) => i > 0 && id < first[i - 1]!);
  const seen = new Set(first);
  const lost = expected.filter((id) => !seen.has(id));
  const known = new Set(expected);
  const odd = first.filter((id) => !known.has(id));
  return [
    ...faults.map((fault) => `${name}: ${fault}`),
    ...(early >= 0 ? [`${name}: event ${first[early]} came behind ${first[early - 1]}`] : []),
    ...(lost.length > 0 ? [`${name}: ${lost.length} events were lost, first ${lost[0]}`] : []),
    ...(odd.length > 0 ? [`${name}: event ${odd[0]} is not in the log`] : []),
  ];
}
