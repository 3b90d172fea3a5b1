// From and To, and the buttons that step by their span.

import { useCallback, useEffect, useState } from 'react';
import { MomentField } from '#explorer/parts/dates/moment-field.tsx';
import { RangeSteps } from '#explorer/parts/dates/range-steps.tsx';
import type { Ends } from '#explorer/series/step-range.ts';
import type { MomentContext, MomentEdge } from '#view/values/read-moment';

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
  /** Called with the fault of what is typed and cannot be applied; undefined if nothing is. */
  readonly onDraftFault?: ((fault: string | undefined) => void) | undefined;
}

export function RangeFields(props: RangeFieldsProps) {
  const { range, context, stepMs, fromFault, toFault, onApply, onRange, onDraftFault } = props;
  const shared = { range, context, onRange };
  const [faults, setFaults] = useState<Partial<Record<MomentEdge, string | undefined>>>({});
  const noteFault = useCallback(
    (edge: MomentEdge, fault: string | undefined) =>
      setFaults((others) => ({ ...others, [edge]: fault })),
    [],
  );
  const fault = faults.from ?? faults.to;
  useEffect(() => {
    onDraftFault?.(fault);
    // On a phone the fields leave with their sheet, and what was typed with them.
    return () => onDraftFault?.(undefined);
  }, [fault, onDraftFault]);
  return (
    <div className="range-fields">
      <MomentField
        {...shared}
        edge="from"
        fault={fromFault}
        onDraftFault={noteFault}
        onApply={(from) => onApply({ from })}
      />
      <MomentField
        {...shared}
        edge="to"
        fault={toFault}
        onDraftFault={noteFault}
        onApply={(to) => onApply({ to })}
      />
      <RangeSteps {...shared} stepMs={stepMs} />
    </div>
  );
}
