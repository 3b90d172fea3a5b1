// An order for an answer, in a form that can be sent to a thread.

import type { ExportFormatName } from '#exporters/export-formats';
import type { SeriesTask } from '#service/series/settle-series';

/** The shapes of JSON answers. */
export type AnswerForm = 'series' | 'document' | 'columns';

/** What an answer is made from. A grid has methods, so the thread makes it again. */
export interface AnswerOrder {
  readonly task: Omit<SeriesTask, 'grid'>;
  readonly form: AnswerForm | ExportFormatName;
  /** The name of the zone of the answer's keys, if one was asked for. */
  readonly keys: string | undefined;
}
