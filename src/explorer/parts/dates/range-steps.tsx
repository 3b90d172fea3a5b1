// ‹ and ›: the span before and the span after, as long as the one shown.

import { type Ends, stepRange } from '#explorer/series/step-range.ts';
import type { MomentContext } from '#view/values/read-moment';

interface RangeStepsProps {
  readonly range: Ends;
  readonly context: MomentContext;
  readonly stepMs: number;
  readonly onRange: (range: Ends) => void;
}

export function RangeSteps({ range, context, stepMs, onRange }: RangeStepsProps) {
  const step = (direction: -1 | 1) => {
    const next = stepRange(range, direction, context, stepMs);
    const where = direction < 0 ? 'Earlier' : 'Later';
    return (
      <button
        type="button"
        disabled={!next}
        aria-label={`${where} by the same span`}
        title={next && `${next.from} to ${next.to}`}
        onClick={() => next && onRange(next)}
      >
        {direction < 0 ? '‹' : '›'}
      </button>
    );
  };
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        Step
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box everywhere */}
      <div className="choices range-steps" role="group" aria-label="Step">
        {step(-1)}
        {step(1)}
      </div>
    </div>
  );
}
