// One alert: its state, silence and history, and its past firings on the chart of a series.

import { useState } from 'react';
import type { AlertsClient } from '#client/alerts-client';
import type { AlertDetail, HistoryAnswer } from '#contract/alerts';
import { StateMark } from '#explorer/pages/alerts/alert-list.tsx';
import { FiringsChart } from '#explorer/pages/alerts/firings-chart.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { show } from '#explorer/state/navigation.ts';
import { dropRefusedSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { formatMoment } from '#view/values/time-text';

interface AlertPageProps {
  readonly id: string;
  readonly alerts: AlertsClient;
  /** The client that may change an alert; undefined if the user may only read it. */
  readonly changing: (alert: AlertDetail) => AlertsClient | undefined;
}

const SILENCES = [
  { until: '1 h', title: 'Silence for 1 hour' },
  { until: 'today', title: 'Silence today' },
  { until: '7 days', title: 'Silence for 7 days' },
];

export function AlertPage({ id, alerts, changing }: AlertPageProps) {
  usePageTitle('Alert');
  const { data, error, retry } = useRequest(`alert ${id}`, async (signal) => ({
    alert: await alerts.read(id, { signal }),
    history: await alerts.history(id, { signal }),
  }));
  const [fault, setFault] = useState<Error>();
  const act = (work: () => Promise<void>, next: () => void = retry): void => {
    setFault(undefined);
    work().then(next, (failed: Error) => {
      dropRefusedSession(failed);
      setFault(failed);
    });
  };
  if (error) return <Problem error={error} onRetry={retry} />;
  if (!data) return <Loading />;
  const { alert, history } = data;
  const own = changing(alert);
  return (
    <div className="alerts">
      <header className="alerts-head">
        <h1>{alert.name}</h1>
        <StateMark alert={alert} />
        <ViewLink to={{ page: 'alerts', alert: '' }}>All alerts</ViewLink>
      </header>
      {fault && <Problem error={fault} onRetry={retry} />}
      <section className="card" aria-label="What it watches">
        <p className="mono">{alert.condition}</p>
        <Facts alert={alert} />
        {own && <Ways alert={alert} alerts={own} act={act} />}
      </section>
      <FiringsChart alert={alert} alerts={alerts} history={history} />
      <History history={history} />
    </div>
  );
}

interface WaysProps {
  readonly alert: AlertDetail;
  readonly alerts: AlertsClient;
  readonly act: (work: () => Promise<void>, next?: () => void) => void;
}

/** What a user who may change the alert can do with it. */
function Ways({ alert: { id, silencedUntil }, alerts, act }: WaysProps) {
  const leave = (): void => show({ page: 'alerts', alert: '' });
  return (
    <div className="alerts-ways">
      {silencedUntil !== null && (
        <button type="button" className="button" onClick={() => act(() => alerts.endSilence(id))}>
          End the silence
        </button>
      )}
      {SILENCES.map(({ until, title }) => (
        <button
          key={until}
          type="button"
          className="button"
          onClick={() => act(() => alerts.silence(id, until))}
        >
          {title}
        </button>
      ))}
      <button type="button" className="button" onClick={() => act(() => alerts.remove(id), leave)}>
        Remove
      </button>
    </div>
  );
}

function Facts({ alert }: { readonly alert: AlertDetail }) {
  const zone = marketZoneOf(useAbout());
  const { wait, emails, silencedUntil } = alert;
  const facts = [
    wait === '0' ? 'fires at once' : `waits ${wait}`,
    emails.length === 0 ? 'no e-mail' : `e-mail to ${emails.join(', ')}`,
    ...(silencedUntil === null
      ? []
      : [`silenced until ${formatMoment(Date.parse(silencedUntil), zone)}`]),
  ];
  return <p className="small dim">{facts.join(' · ')}</p>;
}

function History({ history: { changes } }: { readonly history: HistoryAnswer }) {
  const zone = marketZoneOf(useAbout());
  return (
    <section className="card" aria-labelledby="alert-history">
      <h2 id="alert-history">History</h2>
      {changes.length === 0 && <p className="dim">It has not fired yet.</p>}
      <ul className="alerts-list">
        {changes.map(({ id, time, state, series, detail, event, mail }) => (
          <li key={id}>
            <div className="alerts-name">
              <strong>{state}</strong> <code>{series}</code>
              <p className="small">{detail}</p>
              <p className="small dim">
                {formatMoment(Date.parse(time), zone)}
                {event === null && ' · silenced'}
                {mail !== null && ` · e-mail ${mail}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
