// The list of alerts with their states, and the form that makes one.

import type { AlertsClient } from '#client/alerts-client';
import type { AlertShape } from '#contract/alerts';
import { NewAlert } from '#explorer/pages/alerts/new-alert.tsx';
import { ChoiceField } from '#explorer/parts/choices.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { formatMoment } from '#view/values/time-text';

const WHOSE = [
  { value: 'all', title: 'Operators’ and all users’' },
  { value: 'own', title: 'My own' },
] as const;

interface AlertListProps {
  readonly alerts: AlertsClient;
  /** Whether the alerts are those of the operators and of all users. */
  readonly isAll: boolean;
  readonly mayMake: boolean;
  /** Left out for a user who sees the own ones only. */
  readonly onChoose?: ((isAll: boolean) => void) | undefined;
}

export function AlertList({ alerts, isAll, mayMake, onChoose }: AlertListProps) {
  usePageTitle('Alerts');
  const key = `alerts ${isAll}`;
  const { data, error, retry } = useRequest(key, (signal) => alerts.list({ signal }));
  if (error) return <Problem error={error} onRetry={retry} />;
  if (!data) return <Loading />;
  return (
    <div className="alerts">
      <header className="alerts-head">
        <h1>Alerts</h1>
        {onChoose && (
          <ChoiceField
            label="Whose"
            options={WHOSE}
            value={isAll ? 'all' : 'own'}
            onChoose={(value) => onChoose(value === 'all')}
          />
        )}
      </header>
      <section className="card" aria-labelledby="alerts-list">
        <h2 id="alerts-list">{isAll ? 'All alerts' : 'Your alerts'}</h2>
        {data.alerts.length === 0 && <p className="dim">There are none yet.</p>}
        <ul className="alerts-list">
          {data.alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} isAll={isAll} />
          ))}
        </ul>
      </section>
      {mayMake && (
        <NewAlert alerts={alerts} isForOperators={isAll} sendsMail={data.mail} onMade={retry} />
      )}
    </div>
  );
}

function AlertRow({ alert, isAll }: { readonly alert: AlertShape; readonly isAll: boolean }) {
  const zone = marketZoneOf(useAbout());
  const { id, name, owner, condition, silencedUntil } = alert;
  return (
    <li>
      <div className="alerts-name">
        <ViewLink to={{ page: 'alerts', alert: id }}>{name}</ViewLink>
        <p className="mono small">{condition}</p>
        <p className="small dim">
          {isAll && (owner === null ? 'of the operators · ' : `of ${owner} · `)}
          {silencedUntil === null
            ? 'not silenced'
            : `silenced until ${formatMoment(Date.parse(silencedUntil), zone)}`}
        </p>
      </div>
      <StateMark alert={alert} />
    </li>
  );
}

/** The state in a word, so that no colour is needed to read it. */
export function StateMark({
  alert: { state, firing, pending },
}: {
  readonly alert: Pick<AlertShape, 'state' | 'firing' | 'pending'>;
}) {
  const count = state === 'firing' ? firing : pending;
  const series = count > 1 ? ` for ${count} series` : '';
  return <span className={`alerts-state ${state}`}>{`${state}${series}`}</span>;
}
