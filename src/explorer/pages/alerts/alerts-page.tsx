// Alerts: the list of all with a form that makes one, or one of them.

import { useState } from 'react';
import { AlertsClient } from '#client/alerts-client';
import type { AlertDetail } from '#contract/alerts';
import { AlertList } from '#explorer/pages/alerts/alert-list.tsx';
import { AlertPage } from '#explorer/pages/alerts/alert-page.tsx';
import { client, useSession } from '#explorer/state/session.ts';
import type { AlertsView } from '#view/address/address';
import '#explorer/pages/alerts/alerts.css';

const OWN = new AlertsClient(client.transport);
const ALL = new AlertsClient(client.transport, true);

/**
 * Operators see the alerts of all, and make those of the operators unless they choose their own. Auditors see them,
 * and change their own only.
 */
export function AlertsPage({ view }: { readonly view: AlertsView }) {
  const session = useSession();
  const isOperator = session?.isOperator ?? false;
  const seesAll = isOperator || session?.role === 'auditor';
  const [isOwn, setOwn] = useState(!isOperator);
  if (view.alert !== '') {
    const changing = ({ owner }: AlertDetail): AlertsClient | undefined => {
      if (isOperator) return ALL;
      return !seesAll || owner === session?.userName ? OWN : undefined;
    };
    const alerts = seesAll ? ALL : OWN;
    return <AlertPage key={view.alert} id={view.alert} alerts={alerts} changing={changing} />;
  }
  const alerts = seesAll && !isOwn ? ALL : OWN;
  return (
    <AlertList
      key={String(isOwn)}
      alerts={alerts}
      isAll={alerts === ALL}
      mayMake={alerts === OWN || isOperator}
      onChoose={seesAll ? (all) => setOwn(!all) : undefined}
    />
  );
}
