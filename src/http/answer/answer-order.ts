// An order for an answer, in a form that can be sent to a thread.

import type { ExportFormatName } from '#exporters/export-formats';
import type { SeriesTask } from '#service/series/settle-series';

/** The shapes of JSON answers. */
export type AnswerForm = 'series' | 'document' | 'columns';

/** A task that can be sent. A grid has methods, so the thread makes it again. */
type SentTask = Omit<SeriesTask, 'grid'>;

/** What the answer of one series is made from. */
export interface SeriesOrder {
  readonly task: SentTask;
  readonly form: AnswerForm | ExportFormatName;
  /** The name of the zone of the answer's keys, if one was asked for. */
  readonly keys: string | undefined;
}

/** What the answer of several series is made from. */
export interface ListOrder {
  readonly tasks: readonly SentTask[];
  readonly mostPoints: number;
  readonly keys: string | undefined;
}

export type AnswerOrder = SeriesOrder | ListOrder;
