// From a settled task to the bytes of its answer: here, or in a thread where that takes long.

import { borrowSlice, giveBackSlice } from '#bytes/slice-pool';
import type { MaybePromise } from '#core/maybe-promise';
import { findZone, type Zone } from '#core/time/zone';
import { type ExportFormat, findExportFormat } from '#exporters/export-formats';
import { tableOfPoints } from '#exporters/export-table';
import { MOST_SHEET_ROWS } from '#exporters/sheet-parts';
import { requireSheetRows } from '#exporters/sheet-rows';
import type { AnswerForm, AnswerOrder } from '#http/answer/answer-order';
import { type AnswerThreads, ThreadLost } from '#http/answer/answer-threads';
import type { MadeAnswer } from '#http/answer/send-bytes';
import { TEXT_TOOLS } from '#http/writers/text-tools';
import { writeColumns, writeDocument } from '#http/writers/write-document';
import {
  continueSeries,
  JOINT,
  openSeries,
  SERIES_END,
  writeSeries,
} from '#http/writers/write-series';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { halveTask } from '#service/series/halve-task';
import { countStored, readTask, type SeriesTask } from '#service/series/read-series';

/**
 * Two years of hours. Below it an answer is made within two milliseconds, and handing it to a thread
 * and back would cost a tenth of that; from here on it would keep others waiting.
 */
const APART_FROM = 20_000;

/** The same for Parquet, Arrow and Excel, whose rows take several times as long to write. */
const BINARY_APART_FROM = 5_000;

/** Ten years of hours become days within a millisecond or two; more are not worth the risk. */
const ALONE_BELOW = 100_000;

/** Handing half of less to a thread costs as much as it saves. */
const BY_TWO_FROM = 50_000;

/** Makes an answer; `threads` are left out where there are none, `connection` where nobody knows. */
export function makeAnswer(
  task: SeriesTask,
  form: AnswerForm,
  keys: Zone | undefined,
  context: ServiceContext,
  threads: AnswerThreads | undefined,
  connection?: object,
): MaybePromise<Iterable<Buffer> | MadeAnswer> {
  const here = () => writeAnswer(task, form, keys, context);
  const count = threads ? countStored(task) : 0;
  if (!threads || count < APART_FROM) return here();
  const isAlone = connection && threads.callers.isAlone(connection, performance.now());
  if (isAlone && task.reduction.kind !== 'native' && count < ALONE_BELOW) {
    const isWorthTwo = form === 'series' && count >= BY_TWO_FROM && threads.hasOwnCore;
    return (isWorthTwo ? makeByTwo(task, keys, context, threads, here) : undefined) ?? here();
  }
  const apart = threads.make(orderOf(task, form, keys));
  return apart ? apart.catch((error) => hereIfLost(error, here)) : here();
}

/**
 * Half here and half in a thread, so that it is there sooner and others wait half as long. Undefined where
 * it cannot be halved, or no thread is free.
 */
function makeByTwo(
  task: SeriesTask,
  keys: Zone | undefined,
  context: ServiceContext,
  threads: AnswerThreads,
  here: () => Promise<Iterable<Buffer>>,
): Promise<Iterable<Buffer>> | undefined {
  const { store, zone: market } = context;
  // Both must see the same: a change between them shows in the file's version.
  const version = store.dataVersion?.();
  const halves = version === undefined ? undefined : halveTask(task, market);
  const second = halves && threads.make(orderOf(halves[1], 'points', keys));
  if (!second) return undefined;
  const first = readTask(halves[0], context).then((answer) => {
    const slices = Array.from(openSeries({ ...answer, span: task.span }, { market, keys }));
    // The other half is mostly there by now: the loop would come round to it 0.05 ms later.
    threads.receive();
    return slices;
  });
  return Promise.all([first, second]).then(
    ([slices, { bytes, release }]) => {
      const whole = joinSlices([...slices, JOINT, bytes, SERIES_END]);
      slices.forEach(giveBackSlice);
      release(true);
      return store.dataVersion?.() === version ? [whole] : here();
    },
    (error) => {
      second.then(({ release }) => release(true)).catch(() => {});
      return hereIfLost(error, here);
    },
  );
}

function joinSlices(slices: readonly Buffer[]): Buffer {
  const joined = borrowSlice(slices.reduce((sum, slice) => sum + slice.length, 0));
  let at = 0;
  for (const slice of slices) at += slice.copy(joined, at);
  return joined;
}

/**
 * Makes a file of `time` and `value`: small ones whole, larger ones in a thread, or streamed where no
 * thread is free. Refuses where the format cannot hold the points.
 */
export function makeFile(
  task: SeriesTask,
  format: ExportFormat,
  context: ServiceContext,
  threads: AnswerThreads | undefined,
): Promise<Iterable<Buffer> | AsyncIterable<Buffer> | MadeAnswer> {
  const count = countStored(task);
  const isSmall = count < (format.isText ? APART_FROM : BINARY_APART_FROM);
  if (isSmall) return writeWhole(task, format, context);
  const here = () => writeFile(task, format, context);
  // Only here can it still be refused in its own words; reductions may make few points of many.
  const mayBeRefused = format.name === 'xlsx' && count > MOST_SHEET_ROWS;
  const apart = mayBeRefused ? undefined : threads?.make(orderOf(task, format.name, undefined));
  return apart ? apart.catch((error) => hereIfLost(error, here)) : here();
}

function orderOf(
  { grid: _, ...task }: SeriesTask,
  form: AnswerOrder['form'],
  keys: Zone | undefined,
): AnswerOrder {
  return { task, form, keys: keys?.name };
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
  const format = findExportFormat(form);
  if (format) return writeWhole(whole, format, context);
  const zone = keys === undefined ? undefined : findZone(keys);
  return writeAnswer(whole, form as AnswerForm, zone, context);
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
  if (form === 'points') return continueSeries(answer, { market, keys });
  return form === 'document' ? writeDocument(answer, market) : writeColumns(answer, market);
}

async function writeFile(
  task: SeriesTask,
  format: ExportFormat,
  context: ServiceContext,
): Promise<AsyncIterable<Buffer>> {
  const { points } = await readTask(task, context);
  if (format.name === 'xlsx') requireSheetRows(points.times.length);
  return format.write(tableOfPoints(points), TEXT_TOOLS);
}

async function writeWhole(
  task: SeriesTask,
  format: ExportFormat,
  context: ServiceContext,
): Promise<Buffer[]> {
  // In one piece, which is sent with its length and without a stream.
  return [Buffer.concat(await Array.fromAsync(await writeFile(task, format, context)))];
}
