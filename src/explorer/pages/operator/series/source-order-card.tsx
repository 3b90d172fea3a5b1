// Which source is preferred between runs of one time: moved up and down, then set.

import { useState } from 'react';
import type { SourceOrder } from '#contract/operator';
import { operator, useAction } from '#explorer/pages/operator/parts/operator-client.ts';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';

interface SourceOrderCardProps {
  readonly code: string;
  /** Counts changes of the series: each loads the order again. */
  readonly changes: number;
}

export function SourceOrderCard({ code, changes }: SourceOrderCardProps) {
  const [orders, setOrders] = useState(0);
  const order = useOperatorRequest(`order ${code} ${changes} ${orders}`, (signal) =>
    operator.sourceOrder(code, { signal }),
  );
  const { data, error } = order;
  return (
    <section className="card" aria-labelledby="operator-order">
      <h2 id="operator-order">Order of sources</h2>
      <p className="dim small">
        Between runs of one time the first source counts. Without an order, names decide.
      </p>
      {error && <Problem error={error} onRetry={order.retry} />}
      {data ? (
        <OrderForm
          key={JSON.stringify(data)}
          order={data}
          onSet={() => setOrders((count) => count + 1)}
        />
      ) : (
        !error && <Loading />
      )}
    </section>
  );
}

function OrderForm({ order, onSet }: { readonly order: SourceOrder; readonly onSet: () => void }) {
  const { seriesId: code, sources } = order;
  const [names, setNames] = useState(sources);
  const action = useAction();
  const { mayOperate } = useRights();
  const set = (wanted: string[]): void =>
    action.run(() => operator.setSourceOrder(code, wanted), onSet);
  const swap = (at: number): void =>
    setNames(
      names.map((name, i) => (i === at - 1 ? names[at]! : i === at ? names[at - 1]! : name)),
    );
  if (sources.length === 0) return <p className="dim">The series has no runs yet.</p>;
  const isSame = names.join() === sources.join();
  return (
    <>
      <ol className="operator-order">
        {names.map((name, at) => (
          <li key={name}>
            <span>{name}</span>
            {mayOperate && at > 0 && (
              <button
                type="button"
                className="button"
                aria-label={`Move ${name} up`}
                onClick={() => swap(at)}
              >
                ↑
              </button>
            )}
          </li>
        ))}
      </ol>
      {action.error && <Problem error={action.error} onRetry={onSet} />}
      {mayOperate && (
        <div className="operator-actions">
          <button
            type="button"
            className="button primary"
            disabled={isSame || action.isBusy}
            onClick={() => set(names)}
          >
            Set this order
          </button>
          {order.order.length > 0 && (
            <button
              type="button"
              className="button"
              disabled={action.isBusy}
              onClick={() => set([])}
            >
              Let names decide
            </button>
          )}
        </div>
      )}
    </>
  );
}
