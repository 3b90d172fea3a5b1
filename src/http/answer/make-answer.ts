// From a settled task to the bytes of its answer: in the server's own thread, or in another if it is large.

import type { MaybePromise } from '#core/maybe-promise';
import { lengthOf } from '#core/time/span';
import { findZone, type Zone } from '#core/time/zone';
import { type ExportFormat, findExportFormat } from '#exporters/export-formats';
import { MOST_SHEET_ROWS, requireSheetRows } from '#exporters/sheet-limits';
import type { SheetFormat } from '#exporters/sheets/sheet-format';
import type { AnswerForm, AnswerOrder, SeriesOrder } from '#http/answer/answer-order';
import { type AnswerThreads, ThreadLost } from '#http/answer/answer-threads';
import type { Coding } from '#http/answer/content-coding';
import { writeSliceOrder } from '#http/answer/make-slice';
import { busyRefusal } from '#http/answer/problem';
import type { MadeAnswer } from '#http/answer/send-bytes';
import { tableOfAnswer, writeColumns, writeDocument } from '#http/writers/write-document';
import { writeSeries, writeSeriesList } from '#http/writers/write-series';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { readTask } from '#service/series/read-series';
import { readTasks } from '#service/series/read-series-list';
import { countPoints, type SeriesTask } from '#service/series/settle-series';

/**
 * Stored values from which on a thread makes the answer: two years of hours. A smaller answer is made
 * within 2 ms, of which the way to a thread and back would cost a tenth. A larger one keeps others waiting.
 */
const APART_FROM = 20_000;

/** The same for Parquet, Arrow and Excel, whose rows take several times as long to write. */
const BINARY_APART_FROM = 5_000;

/** Less than a third of what threads may leave unsent: the rest is for answers of one series. */
const MOST_UNSENT_WITH_LISTS = 40 * 2 ** 20;

/** Bytes of a point in an answer, about; twice as many if its counts or its kind are with it. */
const POINT_BYTES = 30;

/** What an answer is made from and with. */
export interface AnswerWork {
  readonly task: SeriesTask;
  readonly form: AnswerForm;
  /** The zone of the answer's keys, if one was asked for. */
  readonly keys?: Zone | undefined;
  readonly context: ServiceContext;
  /** Left out if the answer must be made in the server's own thread. */
  readonly threads?: AnswerThreads | undefined;
  /** How a thread compresses the answer. What the server's own thread makes is compressed on its way out. */
  readonly coding?: Coding | undefined;
  /** Called before a large answer is made in the server's own thread; may refuse it. */
  readonly takeMemory?: (values: number) => void;
}

/** Makes an answer: a small one here, a large one in a thread. */
export function makeAnswer({
  task,
  form,
  keys,
  context,
  threads,
  coding,
  takeMemory,
}: AnswerWork): MaybePromise<Iterable<Buffer> | MadeAnswer> {
  const count = lengthOf(task.indices);
  if (count < APART_FROM) return writeAnswer(task, form, keys, context);
  const here = () => {
    takeMemory?.(count);
    return writeAnswer(task, form, keys, context);
  };
  if (!threads) return here();
  const likelyBytes = countPoints(task, context) * POINT_BYTES * (task.detail ? 2 : 1);
  const apart = threads.make(orderOf(task, form, keys), likelyBytes, coding);
  return apart ? apart.catch((error) => hereIfLost(error, here)) : here();
}

export interface ListWork extends Pick<AnswerWork, 'keys' | 'context' | 'threads' | 'coding'> {
  readonly tasks: readonly SeriesTask[];
  readonly mostPoints: number;
  /** Called before the answer is made in the server's own thread; may refuse it. */
  readonly takeMemory: (values: number) => void;
}

/** Makes an answer of several series: one with few values here, one with many in a thread. */
export async function makeList(work: ListWork): Promise<Iterable<Buffer> | MadeAnswer> {
  const { tasks, mostPoints, keys, context, threads, coding, takeMemory } = work;
  const count = tasks.reduce((sum, { indices }) => sum + lengthOf(indices), 0);
  const here = async () => {
    takeMemory(count);
    return writeTasks(tasks, mostPoints, keys, context);
  };
  if (!threads || count < APART_FROM) return here();
  // Many large ones made here would keep all others waiting.
  await threads.whenReady();
  if (threads.unsentBytes > MOST_UNSENT_WITH_LISTS) throw busyRefusal();
  const order = { tasks: tasks.map(sendable), mostPoints, keys: keys?.name };
  const points = tasks.reduce((sum, task) => sum + countPoints(task, context), 0);
  const apart = threads.make(order, points * POINT_BYTES, coding);
  return apart ? apart.catch((error) => hereIfLost(error, here)) : here();
}

async function writeTasks(
  tasks: readonly SeriesTask[],
  mostPoints: number,
  keys: Zone | undefined,
  context: ServiceContext,
): Promise<Iterable<Buffer>> {
  const answers = await readTasks(tasks, mostPoints, context);
  return writeSeriesList(answers, { market: context.zone, keys });
}

export interface FileWork extends Omit<AnswerWork, 'form' | 'keys' | 'takeMemory'> {
  readonly format: ExportFormat | SheetFormat;
}

/**
 * Makes a file of `time` and `value`. A larger file is made in a thread, or as a stream if no thread is
 * free. Refuses if the format cannot hold the points.
 */
export function makeFile({
  task,
  format,
  context,
  threads,
  coding,
}: FileWork): Promise<Iterable<Buffer> | AsyncIterable<Buffer> | MadeAnswer> {
  const count = lengthOf(task.indices);
  const isSmall = count < (format.isText ? APART_FROM : BINARY_APART_FROM);
  if (isSmall) return writeWhole(task, format, context);
  const here = () => writeFile(task, format, context);
  // Only the server's thread can still refuse it by name. Reductions may make few points of many.
  const mayBeRefused = format.name === 'xlsx' && count > MOST_SHEET_ROWS;
  const order = orderOf(task, 'sheet' in format ? format : format.name, undefined);
  // Parquet and Excel are compressed in themselves.
  const apart = mayBeRefused
    ? undefined
    : threads?.make(order, 0, format.isText ? coding : undefined);
  return apart ? apart.catch((error) => hereIfLost(error, here)) : here();
}

const sendable = ({ grid: _, ...task }: SeriesTask) => task;

const orderOf = (
  task: SeriesTask,
  form: SeriesOrder['form'],
  keys: Zone | undefined,
): SeriesOrder => ({ task: sendable(task), form, keys: keys?.name });

/** Makes an answer again whose thread ended by itself. */
function hereIfLost<T>(error: unknown, here: () => T): T {
  if (error instanceof ThreadLost) return here();
  throw error;
}

/** Makes what a thread was told to make. */
export function writeOrder(order: AnswerOrder, context: ServiceContext): Promise<Iterable<Buffer>> {
  if ('slice' in order) return writeSliceOrder(order, context);
  const whole = <T extends SeriesOrder['task']>(task: T) => ({
    ...task,
    grid: gridOfSeries(task.series, context.zone),
  });
  const keys = order.keys === undefined ? undefined : findZone(order.keys);
  if ('tasks' in order) return writeTasks(order.tasks.map(whole), order.mostPoints, keys, context);
  const { task, form } = order;
  const format = typeof form === 'object' ? form : findExportFormat(form);
  if (format) return writeWhole(whole(task), format, context);
  return writeAnswer(whole(task), form as AnswerForm, keys, context);
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
  return form === 'document' ? writeDocument(answer, market) : writeColumns(answer, market);
}

async function writeFile(
  task: SeriesTask,
  format: ExportFormat | SheetFormat,
  context: ServiceContext,
): Promise<AsyncIterable<Buffer>> {
  const answer = await readTask(task, context);
  if (format.name === 'xlsx') requireSheetRows(answer.points.times.length);
  if (!('sheet' in format)) return format.write(tableOfAnswer(answer));
  const { writeSeriesSheet } = await import('#http/writers/write-sheets');
  return writeSeriesSheet(answer, format);
}

async function writeWhole(
  task: SeriesTask,
  format: ExportFormat | SheetFormat,
  context: ServiceContext,
): Promise<Buffer[]> {
  // One piece is sent with its length and without a stream.
  return [Buffer.concat(await Array.fromAsync(await writeFile(task, format, context)))];
}
