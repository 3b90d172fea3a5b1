// An order for an answer, in a form that can be sent to a thread.

import type { ExportFormatName } from '#exporters/export-formats';
import type { SheetFormat } from '#exporters/sheets/sheet-format';
import type { SeriesTask } from '#service/series/settle-series';
import type { SliceRequest } from '#service/slices/parse-slice-request';
import type { SettledSlice } from '#service/slices/settle-slice';

/** The shapes of JSON answers. */
export type AnswerForm = 'series' | 'document' | 'columns';

/** A task that can be sent. A grid has methods, so the thread makes it again. */
type SentTask = Omit<SeriesTask, 'grid'>;

/** What the answer of one series is made from. */
export interface SeriesOrder {
  readonly task: SentTask;
  readonly form: AnswerForm | ExportFormatName | SheetFormat;
  /** The name of the zone of the answer's keys, if one was asked for. */
  readonly keys: string | undefined;
}

/** What the answer of several series is made from. */
export interface ListOrder {
  readonly tasks: readonly SentTask[];
  readonly mostPoints: number;
  readonly keys: string | undefined;
}

/** The shapes of a slice's answer. */
export type SliceForm = 'document' | 'columns' | ExportFormatName | SheetFormat;

type SentRequest = Omit<SliceRequest, 'selectors'> & {
  readonly selectors: Omit<SliceRequest['selectors'], 'zone'>;
};

/** What a slice is made from. */
export interface SliceOrder {
  readonly slice: Omit<SettledSlice, 'grid' | 'request'>;
  readonly request: SentRequest;
  /** The name of the zone of the times of day. */
  readonly zone: string;
  readonly form: SliceForm;
  readonly mostRows: number;
}

export type AnswerOrder = SeriesOrder | ListOrder | SliceOrder;
