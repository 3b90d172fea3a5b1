// From run to run: two buttons that name their keys, and a slider over all of them.

import { useId } from 'react';
import type { Zone } from '#core/time/zone';
import type { RunSteps, StepDirection } from '#explorer/pages/forecasts/runs/use-run-steps.ts';
import type { OfferedRuns } from '#view/runs/offered-runs';
import { formatMoment } from '#view/values/time-text';

interface RunStepperProps {
  readonly runs: OfferedRuns;
  readonly steps: RunSteps;
  readonly zone: Zone;
}

export function RunStepper({ runs: { offered, newest }, steps, zone }: RunStepperProps) {
  const id = useId();
  const last = offered.length - 1;
  const { run } = steps;
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
        value={last - offered.indexOf(run)}
        aria-valuetext={text}
        onChange={(event) => steps.moveTo(offered[last - Number(event.target.value)] ?? newest)}
      />
      <div className="run-steps">
        <StepButton steps={steps} direction={-1} />
        <p className="figure" aria-live="polite">
          {text}
        </p>
        <StepButton steps={steps} direction={1} />
      </div>
    </div>
  );
}

function StepButton({ steps, direction }: { steps: RunSteps; direction: StepDirection }) {
  const isOlder = direction === -1;
  return (
    // A disabled button would lose the focus at the end of the list.
    <button
      type="button"
      className="button"
      title={`The run ${isOlder ? 'before' : 'after'} this one (key ${isOlder ? '←' : '→'})`}
      aria-keyshortcuts={isOlder ? 'ArrowLeft' : 'ArrowRight'}
      aria-disabled={!steps.has(direction)}
      onClick={() => steps.step(direction)}
    >
      {isOlder ? '← Older' : 'Newer →'}
    </button>
  );
}
