// From a settled task to the bytes of its answer: here, or in a thread where that takes long.

import type { Soon } from '#core/soon';
import { findZone, type Zone } from '#core/zone';
import { type AnswerThreads, ThreadLost } from '#http/answer-threads';
import type { MadeAnswer } from '#http/send-bytes';
import { writeColumns, writeCsv, writeDocument } from '#http/write-document';
import { writeSeries } from '#http/write-series';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { countStored, readTask, type SeriesTask } from '#service/read-series';

export type AnswerForm = 'series' | 'document' | 'columns' | 'csv';

/** What an answer is made from, in a form that can be sent to a thread. */
export interface AnswerOrder {
  readonly task: Omit<SeriesTask, 'grid'>;
  readonly form: AnswerForm;
  /** Name of the zone of an answer's keys, where one was asked for. */
  readonly keys: string | undefined;
}

/**
 * Two years of hours. Below it an answer is made within two milliseconds, and handing it to a thread
 * and back would cost a tenth of that; from here on it would keep others waiting.
 */
const APART_FROM = 20_000;

/** Ten years of hours become days within a millisecond or two; more are not worth the risk. */
const ALONE_BELOW = 100_000;

/** Makes an answer; `threads` are left out where there are none, `connection` where nobody knows. */
export function makeAnswer(
  task: SeriesTask,
  form: AnswerForm,
  keys: Zone | undefined,
  context: ServiceContext,
  threads: AnswerThreads | undefined,
  connection?: object,
): Soon<Iterable<Buffer> | MadeAnswer> {
  const here = () => writeAnswer(task, form, keys, context);
  const count = threads ? countStored(task) : 0;
  if (!threads || count < APART_FROM) return here();
  const isAlone = connection && threads.callers.isAlone(connection, performance.now());
  if (isAlone && task.reduction.kind !== 'native' && count < ALONE_BELOW) return here();
  const { grid: _, ...rest } = task;
  const apart = threads.make({ task: rest, form, keys: keys?.name });
  return apart ? apart.catch((error) => hereIfLost(error, here)) : here();
}

/** A thread that ended by itself takes its answers with it, but nothing that cannot be made again. */
function hereIfLost<T>(error: unknown, here: () => T): T {
  if (error instanceof ThreadLost) return here();
  throw error;
}

/** What a thread was told to make. */
export function writeOrder(
  { task, form, keys }: AnswerOrder,
  context: ServiceContext,
): Promise<Iterable<Buffer>> {
  const whole = { ...task, grid: gridOfSeries(task.series, context.zone) };
  return writeAnswer(whole, form, keys === undefined ? undefined : findZone(keys), context);
}

async function writeAnswer(
  task: SeriesTask,
  form: AnswerForm,
  keys: Zone | undefined,
  context: ServiceContext,
): Promise<Iterable<Buffer>> {
  const answer = await readTask(task, context);
  const market = context.zone;
  if (form === 'series') return writeSeries(answer, { market, keys });
  if (form === 'csv') return writeCsv(answer);
  return form === 'document' ? writeDocument(answer, market) : writeColumns(answer, market);
}
