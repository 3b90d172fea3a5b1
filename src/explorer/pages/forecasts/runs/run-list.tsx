// The list of runs, newest first, each with its mean of the next delivery day and what the newest run
// changed of it: always newest less this one.

import { useEffect, useId, useRef } from 'react';
import type { Zone } from '#core/time/zone';
import { dayText, issueText } from '#view/runs/issue-text';
import type { OfferedRuns } from '#view/runs/offered-runs';
import { signedText } from '#view/values/signed-text';
import { decimalsFor, formatValue } from '#view/values/value-text';

interface RunListProps {
  readonly source: string;
  readonly runs: OfferedRuns;
  /** The run that is marked. */
  readonly chosen: string;
  /** Issue time → mean of the delivery day; undefined while not known. */
  readonly dayMeans: ReadonlyMap<string, number> | undefined;
  /** The delivery day, a day number. */
  readonly day: number;
  readonly zone: Zone;
  readonly now: number;
  readonly onChoose: (run: string) => void;
}

export function RunList(props: RunListProps) {
  const { source, runs, chosen, dayMeans, day, zone, now, onChoose } = props;
  const box = useRef<HTMLElement>(null);
  const name = useId();
  useEffect(() => followChosen(box.current, chosen), [chosen]);
  const newestMean = dayMeans?.get(runs.newest);
  const decimals = decimalsFor(newestMean ?? 0);
  return (
    <section
      className="forecasts-list"
      ref={box}
      aria-label={`List of runs of ${source}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, also by keyboard
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Issued by {source}</th>
            <th scope="col">{dayText(day, zone.dayOf(now))}, mean</th>
            <th scope="col">Newest − this</th>
          </tr>
        </thead>
        <tbody>
          {runs.offered.map((run) => {
            const mean = dayMeans?.get(run);
            const change =
              mean === undefined || newestMean === undefined ? undefined : newestMean - mean;
            return (
              <tr key={run} data-chosen={run === chosen} data-run={run}>
                <td>
                  <label>
                    <input
                      type="radio"
                      name={name}
                      checked={run === chosen}
                      onChange={() => onChoose(run)}
                    />{' '}
                    {issueText(run, zone)}
                  </label>
                </td>
                <td>{formatValue(mean, decimals)}</td>
                <td>{run === runs.newest ? 'newest' : changeText(change, decimals)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Writes `▲ +11.14` if the newest run is higher, `▼ −11.14` if it is lower. */
function changeText(change: number | undefined, decimals: number): string {
  const text = signedText(change, decimals);
  return text.startsWith('+') ? `▲ ${text}` : text.startsWith('−') ? `▼ ${text}` : text;
}

/** Brings the row into sight by scrolling the list, not the page. A focus in the list follows. */
function followChosen(box: HTMLElement | null, chosen: string): void {
  const row = box?.querySelector<HTMLElement>(`tr[data-run="${CSS.escape(chosen)}"]`);
  if (!row || !box) return;
  const { offsetTop, offsetHeight } = row;
  const { scrollTop, clientHeight } = box;
  if (offsetTop < scrollTop + offsetHeight || offsetTop + offsetHeight > scrollTop + clientHeight)
    box.scrollTop = offsetTop - clientHeight / 2;
  const isInList = document.activeElement?.closest('tr[data-run]');
  if (isInList) row.querySelector('input')?.focus({ preventScroll: true });
}
