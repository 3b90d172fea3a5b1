// Alerts: the list of all with a form that makes one, or one of them.

import { AlertsClient } from '#client/alerts-client';
import { AlertList } from '#explorer/pages/alerts/alert-list.tsx';
import { AlertPage } from '#explorer/pages/alerts/alert-page.tsx';
import { client, useSession } from '#explorer/state/session.ts';
import type { AlertsView } from '#view/address/address';
import '#explorer/pages/alerts/alerts.css';

const OWN = new AlertsClient(client.transport);
const ALL = new AlertsClient(client.transport, true);

export function AlertsPage({ view }: { readonly view: AlertsView }) {
  const isOperator = useSession()?.isOperator ?? false;
  const alerts = isOperator && view.all ? ALL : OWN;
  return view.alert === '' ? (
    <AlertList key={String(view.all)} view={view} alerts={alerts} isOperator={isOperator} />
  ) : (
    <AlertPage key={view.alert} view={view} alerts={alerts} />
  );
}
