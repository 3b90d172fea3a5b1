// What an answer is made from, in a form that can be sent to a thread.

import type { ExportFormatName } from '#exporters/export-formats';
import type { SeriesTask } from '#service/series/settle-series';

/** The shapes of JSON answers. */
export type AnswerForm = 'series' | 'document' | 'columns';

/** What an answer is made from, in a form that can be sent to a thread. */
export interface AnswerOrder {
  readonly task: Omit<SeriesTask, 'grid'>;
  readonly form: AnswerForm | ExportFormatName;
  /** Name of the zone of an answer's keys, where one was asked for. */
  readonly keys: string | undefined;
}
