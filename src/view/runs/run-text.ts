// Which runs the forecast part of a chart is made of. Pure.

import type { SeriesColumns } from '#contract/forecast';
import { SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { issueText } from '#view/runs/issue-text';
import type { RunBands } from '#view/runs/run-bands';
import type { RunStretch } from '#view/runs/shown-bands';
import { formatMoment } from '#view/values/time-text';

/** Writes `gridtide, run of Fri 13 Nov 07:00; from Mon 23 Nov 2026, 00:00: run of Thu 12 Nov 13:00`. */
export function runText(
  { times }: SeriesColumns,
  stretches: readonly RunStretch[],
  found: ReadonlyMap<string, RunBands> | undefined,
  zone: Zone,
): string {
  let lastSource: string | undefined;
  return stretches
    .map(({ run, first }, i) => {
      const source = found?.get(run)?.making.source;
      const name = source === undefined || source === lastSource ? '' : `${source}, `;
      lastSource = source;
      const from = i > 0 ? `from ${formatMoment(times[first]! * SECOND_MS, zone)}: ` : '';
      return `${from}${name}run of ${issueText(run, zone)}`;
    })
    .join('; ');
}
