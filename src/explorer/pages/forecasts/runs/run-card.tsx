// The model runs of one source: the age of the newest, steps from run to run, a list to choose from.

import type { ForecastStatusAnswer } from '#contract/forecast-status';
import type { Zone } from '#core/time/zone';
import { newestRunAge } from '#explorer/pages/forecasts/runs/newest-run-age.ts';
import { RunList } from '#explorer/pages/forecasts/runs/run-list.tsx';
import { RunStepper } from '#explorer/pages/forecasts/runs/run-stepper.tsx';
import { statusLine } from '#explorer/pages/forecasts/runs/status-text.ts';
import { useRunSteps } from '#explorer/pages/forecasts/runs/use-run-steps.ts';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import { linkTo } from '#explorer/state/navigation.ts';
import type { ForecastsView } from '#view/address/forecasts-address';
import type { OfferedRuns } from '#view/runs/offered-runs';
import { formatMoment, zoneLabelAt } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';
import '#explorer/pages/forecasts/runs/runs.css';

interface RunCardProps {
  readonly source: string;
  readonly runs: OfferedRuns;
  /** Whether the address names the run: it then stays when newer ones arrive. */
  readonly isFixed: boolean;
  /** Issue time → mean of the delivery day; undefined while not known. */
  readonly dayMeans: ReadonlyMap<string, number> | undefined;
  /** The delivery day, a day number. */
  readonly day: number;
  /** The status of the server's own runs; undefined while not known. */
  readonly status: ForecastStatusAnswer | undefined;
  readonly zone: Zone;
  readonly now: number;
  /** Returns the view that stays with a run. */
  readonly fixed: (run: string) => ForecastsView;
  /** Called with a run, or empty for the newest. `isMoving` is true during steps. */
  readonly onChoose: (run: string, isMoving: boolean) => void;
}

export function RunCard(props: RunCardProps) {
  const { source, runs, isFixed, dayMeans, day, status, zone, now, fixed, onChoose } = props;
  const line = status ? statusLine(status, zone) : '';
  const age = newestRunAge(Date.parse(runs.newest), now);
  const choose = (run: string, isMoving: boolean): void =>
    onChoose(run === runs.newest ? '' : run, isMoving);
  const steps = useRunSteps(runs, (run) => choose(run, true));
  return (
    <section className="card forecasts-runs" aria-labelledby="runs-title">
      <h2 id="runs-title">Model runs of {source}</h2>
      <p className={age.isOld ? 'notice warn small' : 'notice small'} role="status">
        {age.isOld && <strong>Late. </strong>}
        The newest run is {age.text} old: {formatMoment(Date.parse(runs.newest), zone)}{' '}
        {zoneLabelAt(Date.parse(runs.newest), zone)}.{age.isOld && ' A newer one is overdue.'}
      </p>
      {line !== '' && <p className="small dim">{line}</p>}
      <RunStepper runs={runs} steps={steps} zone={zone} />
      {isFixed && <FixedNote runs={runs} onRelease={() => onChoose('', false)} />}
      <RunList
        {...{ source, runs, dayMeans, day, zone, now }}
        chosen={steps.run}
        onChoose={(run) => choose(run, false)}
      />
      <p>
        <CopyButton
          title="Copy link, run fixed"
          hint="The link shows this very run, also when newer ones exist"
          text={() => linkTo(fixed(runs.chosen))}
        />
      </p>
    </section>
  );
}

interface FixedNoteProps {
  readonly runs: OfferedRuns;
  readonly onRelease: () => void;
}

/** Says that the address holds the run, and how many newer ones exist. */
function FixedNote({ runs: { chosen, newest, isNear, newer }, onRelease }: FixedNoteProps) {
  return (
    <p className="small run-fixed">
      <span>
        {isNear && 'The run that the address names does not exist: this is the one before it. '}
        {chosen === newest
          ? 'The address is fixed to this run. It is the newest.'
          : `The address is fixed to this run. ${formatCount(newer)} newer ${newer === 1 ? 'one exists' : 'ones exist'}.`}
      </span>
      <button type="button" className="button" onClick={onRelease}>
        Show the newest
      </button>
    </p>
  );
}
