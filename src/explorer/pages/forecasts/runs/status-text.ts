// The status of the server's own model runs, in words. Pure.

import type { ForecastStatusAnswer } from '#contract/forecast-status';
import type { Zone } from '#core/time/zone';
import { issueText } from '#view/runs/issue-text';
import { zoneLabelAt } from '#view/values/time-text';

export interface StatusWarning {
  /** `Failed.` or `Late.` */
  readonly title: string;
  readonly text: string;
  /** The server's note on a failure; empty if it gave none. */
  readonly why: string;
}

/** The warning to show; undefined if all is well or the server makes no runs. */
export function statusWarning(status: ForecastStatusAnswer, zone: Zone): StatusWarning | undefined {
  const { scheduled, dueTime, state, late, note, lastDueTime } = status;
  if (!scheduled || dueTime === null) return undefined;
  const runs = `The model runs of ${whenText(dueTime, zone)}`;
  const last = lastText(status, zone);
  if (state === 'failed') {
    return { title: 'Failed.', text: `${runs} failed.${last}`, why: note ?? '' };
  }
  // After a first start, the server makes runs that were due before it: that is no reason to worry.
  if (!late || (state === 'running' && lastDueTime === null)) return undefined;
  const how = state === 'running' ? 'are still being made' : 'have not been made';
  return { title: 'Late.', text: `${runs} ${how}.${last}`, why: '' };
}

function lastText({ lastDueTime }: ForecastStatusAnswer, zone: Zone): string {
  if (lastDueTime === null) return ' No scheduled run was made before.';
  return ` The values shown may be older: the last runs were those of ${whenText(lastDueTime, zone)}.`;
}

/** Says when the last runs were made and when the next are due; empty if the server makes none. */
export function statusLine(status: ForecastStatusAnswer, zone: Zone): string {
  const { scheduled, state, dueTime, lastDueTime, nextDueTime } = status;
  if (!scheduled) return '';
  const last =
    lastDueTime === null
      ? 'No scheduled model run was made yet.'
      : `The last scheduled model run was that of ${whenText(lastDueTime, zone)}.`;
  if (state === 'running' && dueTime !== null)
    return `${last} The runs of ${whenText(dueTime, zone)} are being made.`;
  return nextDueTime === null ? last : `${last} The next is due at ${whenText(nextDueTime, zone)}.`;
}

const whenText = (time: string, zone: Zone): string =>
  `${issueText(time, zone)} ${zoneLabelAt(Date.parse(time), zone)}`;
