// The plans with their patterns and limits.

import type { PlanShape } from '#contract/operator-accounts';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { formatCount } from '#view/values/value-text';

const TITLES = ['Name', 'Series', 'Requests a minute', 'Points an answer'];

interface PlansTableProps {
  readonly plans: readonly PlanShape[];
  readonly onChange: (plan: PlanShape | undefined) => void;
}

export function PlansTable({ plans, onChange }: PlansTableProps) {
  const { mayOperate } = useRights();
  return (
    <section className="card" aria-labelledby="operator-plans">
      <h2 id="operator-plans">Plans</h2>
      <ScrollTable label="All plans" titles={TITLES} actions={mayOperate ? 'Change' : undefined}>
        {plans.map((plan) => (
          <tr key={plan.name}>
            <td>{plan.name}</td>
            <td>
              <code>{plan.series.join(' ')}</code>
            </td>
            <td className="figure">{formatCount(plan.requestsPerMinute)}</td>
            <td className="figure">{formatCount(plan.pointsPerAnswer)}</td>
            {mayOperate && (
              <td>
                <button
                  type="button"
                  className="button"
                  aria-label={`Change plan ${plan.name}`}
                  onClick={() => onChange(plan)}
                >
                  Change…
                </button>
              </td>
            )}
          </tr>
        ))}
      </ScrollTable>
      {mayOperate && (
        <div className="operator-actions">
          <button type="button" className="button" onClick={() => onChange(undefined)}>
            Add a plan…
          </button>
        </div>
      )}
    </section>
  );
}
