// The plans with their patterns and limits.

import type { PlanShape } from '#contract/operator-accounts';
import { formatCount } from '#view/values/value-text';

interface PlansTableProps {
  readonly plans: readonly PlanShape[];
  readonly onChange: (plan: PlanShape | undefined) => void;
}

export function PlansTable({ plans, onChange }: PlansTableProps) {
  return (
    <section className="card" aria-labelledby="operator-plans">
      <h2 id="operator-plans">Plans</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard */}
      <section className="operator-scroll" tabIndex={0} aria-label="All plans">
        <table className="operator-table">
          <thead>
            <tr>
              {['Name', 'Series', 'Requests a minute', 'Points an answer'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              <th>
                <span className="hidden-text">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {plans.map((plan) => (
              <tr key={plan.name}>
                <td>{plan.name}</td>
                <td>
                  <code>{plan.series.join(' ')}</code>
                </td>
                <td className="figure">{formatCount(plan.requestsPerMinute)}</td>
                <td className="figure">{formatCount(plan.pointsPerAnswer)}</td>
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
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="operator-actions">
        <button type="button" className="button" onClick={() => onChange(undefined)}>
          Add a plan…
        </button>
      </div>
    </section>
  );
}
