// From and To, and the buttons that step by their span.

import { MomentField } from '#explorer/parts/dates/moment-field.tsx';
import { RangeSteps } from '#explorer/parts/dates/range-steps.tsx';
import type { MomentContext } from '#explorer/series/read-moment.ts';
import type { Ends } from '#explorer/series/step-range.ts';

interface RangeFieldsProps {
  readonly range: Ends;
  readonly context: MomentContext;
  /** The length of a value's interval, in milliseconds. */
  readonly stepMs: number;
  readonly fromFault: string | undefined;
  readonly toFault?: string | undefined;
  /** Applies one end. */
  readonly onApply: (part: Partial<Ends>) => void;
  /** Applies both. */
  readonly onRange: (range: Ends) => void;
}

export function RangeFields(props: RangeFieldsProps) {
  const { range, context, stepMs, fromFault, toFault, onApply, onRange } = props;
  const shared = { range, context, onRange };
  return (
    <div className="range-fields">
      <MomentField
        {...shared}
        edge="from"
        fault={fromFault}
        onApply={(from) => onApply({ from })}
      />
      <MomentField {...shared} edge="to" fault={toFault} onApply={(to) => onApply({ to })} />
      <RangeSteps {...shared} stepMs={stepMs} />
    </div>
  );
}
