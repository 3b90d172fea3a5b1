// From a settled slice to the bytes of its answer: in the server's own thread, or in another if it is large.

import { lengthOf } from '#core/time/span';
import { findZone } from '#core/time/zone';
import { findExportFormat } from '#exporters/export-formats';
import { requireSheetRows } from '#exporters/sheet-limits';
import type { SliceForm, SliceOrder } from '#http/answer/answer-order';
import { type AnswerThreads, ThreadLost } from '#http/answer/answer-threads';
import type { Coding } from '#http/answer/content-coding';
import type { MadeAnswer } from '#http/answer/send-bytes';
import { gridOfSeries, type ServiceContext } from '#service/context';
import type { SettledSlice } from '#service/slices/settle-slice';

/** Intervals from which on a thread makes the answer: about 5 ms, a third of them to find the runs. */
const APART_FROM = 5_000;

/** Bytes of a row in an answer, about. */
const ROW_BYTES = 150;

/** Values of a row in memory: its time and what is said about its run. */
const ROW_VALUES = 6;

export interface SliceWork {
  readonly settled: SettledSlice;
  readonly form: SliceForm;
  /** The most rows that the caller's plan allows. */
  readonly mostRows: number;
  readonly context: ServiceContext;
  /** Left out if the answer must be made in the server's own thread. */
  readonly threads?: AnswerThreads | undefined;
  /** How a thread compresses the answer. */
  readonly coding?: Coding | undefined;
  /** Called before a large answer is made in the server's own thread; may refuse it. */
  readonly takeMemory: (values: number) => void;
}

/** Makes an answer: a small one here, a large one in a thread. */
export function makeSlice(work: SliceWork): Promise<Iterable<Buffer> | MadeAnswer> {
  const { settled, form, mostRows, context, threads, coding, takeMemory } = work;
  const count = lengthOf(settled.intervals);
  if (count < APART_FROM) return writeSlice(settled, form, mostRows, context);
  const here = () => {
    takeMemory(count * ROW_VALUES);
    return writeSlice(settled, form, mostRows, context);
  };
  // Only the server's thread can refuse by name: a sheet of too many rows, or a rate that is missing.
  const mayBeRefused = isWorkbook(form) || settled.request.currency !== undefined;
  const order = orderOf(settled, form, mostRows);
  const apart = mayBeRefused ? undefined : threads?.make(order, count * ROW_BYTES, coding);
  if (!apart) return here();
  return apart.catch((error) => {
    if (error instanceof ThreadLost) return here();
    throw error;
  });
}

const isWorkbook = (form: SliceForm): boolean =>
  (typeof form === 'object' ? form.name : form) === 'xlsx';

function orderOf({ grid: _, request, ...slice }: SettledSlice, form: SliceForm, mostRows: number) {
  const { zone, ...selectors } = request.selectors;
  const order = { slice, request: { ...request, selectors }, zone: zone.name, form, mostRows };
  return order satisfies SliceOrder;
}

/** Makes what a thread was told to make. */
export function writeSliceOrder(
  { slice, request, zone, form, mostRows }: SliceOrder,
  context: ServiceContext,
): Promise<Iterable<Buffer>> {
  const selectors = { ...request.selectors, zone: findZone(zone)! };
  const grid = gridOfSeries(slice.series, context.zone);
  return writeSlice(
    { ...slice, grid, request: { ...request, selectors } },
    form,
    mostRows,
    context,
  );
}

async function writeSlice(
  settled: SettledSlice,
  form: SliceForm,
  mostRows: number,
  context: ServiceContext,
): Promise<Iterable<Buffer>> {
  // What only slices need: a server is ready sooner without it.
  const { readSliceTable } = await import('#service/slices/slice-table');
  const written = await import('#http/writers/write-slice');
  const { exportTableOf, writeSliceColumns, writeSliceDocument } = written;
  const table = await readSliceTable(settled, mostRows, context);
  if (form === 'document') return writeSliceDocument(settled, table);
  if (form === 'columns') return writeSliceColumns(settled, table);
  if (isWorkbook(form)) requireSheetRows(table.times.length);
  // One piece is sent with its length and without a stream.
  const whole = async (pieces: AsyncIterable<Buffer>) => [
    Buffer.concat(await Array.fromAsync(pieces)),
  ];
  if (typeof form === 'string') return whole(findExportFormat(form)!.write(exportTableOf(table)));
  const { writeSliceSheet } = await import('#http/writers/write-sheets');
  return whole(writeSliceSheet(settled, table, form));
}
