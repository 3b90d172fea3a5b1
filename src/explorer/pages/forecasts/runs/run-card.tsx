// The model runs: the age of the newest, a slider and a list to choose from, and each run's mean of the
// next delivery day.

import { useEffect, useId, useRef, useState } from 'react';
import type { ForecastStatusAnswer } from '#contract/forecast-status';
import type { Zone } from '#core/time/zone';
import { dayText, issueText } from '#explorer/pages/forecasts/runs/issue-text.ts';
import { newestRunAge } from '#explorer/pages/forecasts/runs/newest-run-age.ts';
import type { OfferedRuns } from '#explorer/pages/forecasts/runs/offered-runs.ts';
import { statusLine } from '#explorer/pages/forecasts/runs/status-text.ts';
import { signedText } from '#explorer/series/signed-text.ts';
import { formatMoment, zoneLabel } from '#explorer/series/time-text.ts';
import { decimalsFor, formatValue } from '#explorer/series/value-text.ts';
import '#explorer/pages/forecasts/runs/runs.css';

interface RunCardProps {
  readonly runs: OfferedRuns;
  /** Issue time → mean of the delivery day; undefined while not known. */
  readonly dayMeans: ReadonlyMap<string, number> | undefined;
  /** The delivery day, a day number. */
  readonly day: number;
  /** The status of the server's own runs; undefined while not known. */
  readonly status: ForecastStatusAnswer | undefined;
  readonly zone: Zone;
  readonly now: number;
  /** Called with a run, or empty for the newest. `isMoving` is true while the slider moves. */
  readonly onChoose: (run: string, isMoving: boolean) => void;
}

export function RunCard(props: RunCardProps) {
  const { runs, status, zone, now, onChoose } = props;
  const line = status ? statusLine(status, zone) : '';
  const age = newestRunAge(Date.parse(runs.newest), now);
  const choose = (run: string, isMoving: boolean): void =>
    onChoose(run === runs.newest ? '' : run, isMoving);
  return (
    <section className="card forecasts-runs" aria-labelledby="runs-title">
      <h2 id="runs-title">Model runs</h2>
      <p className={age.isOld ? 'notice warn small' : 'notice small'} role="status">
        {age.isOld && <strong>Late. </strong>}
        The newest run is {age.text} old: {formatMoment(Date.parse(runs.newest), zone)}{' '}
        {zoneLabel(zone)}.{age.isOld && ' A newer one is overdue.'}
      </p>
      {line !== '' && <p className="small dim">{line}</p>}
      <RunSlider runs={runs} zone={zone} onChoose={(run) => choose(run, true)} />
      <RunList {...props} onChoose={(run) => choose(run, false)} />
    </section>
  );
}

interface RunSliderProps {
  readonly runs: OfferedRuns;
  readonly zone: Zone;
  readonly onChoose: (run: string) => void;
}

/** How long the slider rests before the run is requested. */
const REST_MS = 120;

function RunSlider({ runs: { offered, chosen, newest }, zone, onChoose }: RunSliderProps) {
  const id = useId();
  const last = offered.length - 1;
  const [draft, setDraft] = useState<number>();
  const position = draft ?? last - offered.indexOf(chosen);
  const run = offered[last - position] ?? newest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the slider's own moves count
  useEffect(() => {
    if (draft === undefined) return undefined;
    const timer = setTimeout(() => {
      onChoose(run);
      setDraft(undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const text = `${formatMoment(Date.parse(run), zone)}${run === newest ? ', newest' : ''}`;
  return (
    <div className="field">
      <label htmlFor={id}>Run, oldest to newest</label>
      <input
        id={id}
        className="forecasts-slider"
        type="range"
        min={0}
        max={last}
        step={1}
        value={position}
        aria-valuetext={text}
        onChange={(event) => setDraft(Number(event.target.value))}
      />
      <p className="figure">{text}</p>
    </div>
  );
}

function RunList(props: Omit<RunCardProps, 'onChoose'> & { onChoose: (run: string) => void }) {
  const { runs, dayMeans, day, zone, now, onChoose } = props;
  const box = useRef<HTMLElement>(null);
  const name = useId();
  // Only the list scrolls, not the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is that of the chosen run
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('tr[data-chosen="true"]');
    if (!row || !box.current) return;
    const { offsetTop, offsetHeight } = row;
    const { scrollTop, clientHeight } = box.current;
    if (offsetTop < scrollTop + offsetHeight || offsetTop + offsetHeight > scrollTop + clientHeight)
      box.current.scrollTop = offsetTop - clientHeight / 2;
  }, [runs.chosen]);
  const newestMean = dayMeans?.get(runs.newest);
  const decimals = decimalsFor(newestMean ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, also by keyboard
    <section className="forecasts-list" ref={box} aria-label="List of runs" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Issued</th>
            <th scope="col">{dayText(day, zone.dayOf(now))}, mean</th>
            <th scope="col">To newest</th>
          </tr>
        </thead>
        <tbody>
          {runs.offered.map((run) => {
            const mean = dayMeans?.get(run);
            const difference =
              mean === undefined || newestMean === undefined ? undefined : mean - newestMean;
            return (
              <tr key={run} data-chosen={run === runs.chosen}>
                <td>
                  <label>
                    <input
                      type="radio"
                      name={name}
                      checked={run === runs.chosen}
                      onChange={() => onChoose(run)}
                    />{' '}
                    {issueText(run, zone)}
                  </label>
                </td>
                <td>{formatValue(mean, decimals)}</td>
                <td>{run === runs.newest ? 'newest' : signedText(difference, decimals)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
