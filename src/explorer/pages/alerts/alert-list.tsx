// The list of alerts with their states, and the form that makes one.

import type { AlertsClient } from '#client/alerts-client';
import type { AlertShape } from '#contract/alerts';
import { NewAlert } from '#explorer/pages/alerts/new-alert.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import type { AlertsView } from '#view/address/address';
import { formatMoment } from '#view/values/time-text';

interface AlertListProps {
  readonly view: AlertsView;
  readonly alerts: AlertsClient;
  readonly isOperator: boolean;
}

export function AlertList({ view, alerts, isOperator }: AlertListProps) {
  usePageTitle('Alerts');
  const key = `alerts ${view.all ?? ''}`;
  const { data, error, retry } = useRequest(key, (signal) => alerts.list({ signal }));
  if (error) return <Problem error={error} onRetry={retry} />;
  if (!data) return <Loading />;
  return (
    <div className="alerts">
      <header className="alerts-head">
        <h1>Alerts</h1>
        {isOperator && (
          <nav className="alerts-ways" aria-label="Whose alerts">
            <ViewLink to={{ page: 'alerts', alert: '' }} isCurrent={!view.all}>
              Yours
            </ViewLink>
            <ViewLink to={{ page: 'alerts', alert: '', all: true }} isCurrent={view.all === true}>
              Operators’ and all users’
            </ViewLink>
          </nav>
        )}
      </header>
      <section className="card" aria-labelledby="alerts-list">
        <h2 id="alerts-list">{view.all ? 'All alerts' : 'Your alerts'}</h2>
        {data.alerts.length === 0 && <p className="dim">There are none yet.</p>}
        <ul className="alerts-list">
          {data.alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} all={view.all} />
          ))}
        </ul>
      </section>
      <NewAlert
        alerts={alerts}
        isForOperators={view.all === true}
        sendsMail={data.mail}
        onMade={retry}
      />
    </div>
  );
}

function AlertRow({ alert, all }: { readonly alert: AlertShape; readonly all?: true | undefined }) {
  const zone = marketZoneOf(useAbout());
  const { id, name, owner, condition, silencedUntil } = alert;
  return (
    <li>
      <div className="alerts-name">
        <ViewLink to={{ page: 'alerts', alert: id, all }}>{name}</ViewLink>
        <p className="mono small">{condition}</p>
        <p className="small dim">
          {all && (owner === null ? 'of the operators · ' : `of ${owner} · `)}
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
