// Alerts: the list of all with a form that makes one, or one of them.

import { useState } from 'react';
import { AlertsClient } from '#client/alerts-client';
import { AlertList } from '#explorer/pages/alerts/alert-list.tsx';
import { AlertPage } from '#explorer/pages/alerts/alert-page.tsx';
import { client, useSession } from '#explorer/state/session.ts';
import type { AlertsView } from '#view/address/address';
import '#explorer/pages/alerts/alerts.css';

const OWN = new AlertsClient(client.transport);
const ALL = new AlertsClient(client.transport, true);

/** Operators see the alerts of all, and make those of the operators unless they choose their own. */
export function AlertsPage({ view }: { readonly view: AlertsView }) {
  const isOperator = useSession()?.isOperator ?? false;
  const [isOwn, setOwn] = useState(!isOperator);
  const alerts = isOperator && !isOwn ? ALL : OWN;
  if (view.alert !== '') {
    return <AlertPage key={view.alert} id={view.alert} alerts={isOperator ? ALL : OWN} />;
  }
  return (
    <AlertList
      key={String(isOwn)}
      alerts={alerts}
      isAll={alerts === ALL}
      onChoose={isOperator ? (all) => setOwn(!all) : undefined}
    />
  );
}
