// The operator's pages: their own navigation, and the part that the address names. A user who is no operator gets
// a plain page.

import { AuditPart } from '#explorer/pages/operator/audit-part.tsx';
import { HeldPart } from '#explorer/pages/operator/held-part.tsx';
import { ImportsPart } from '#explorer/pages/operator/imports-part.tsx';
import { SeriesPart } from '#explorer/pages/operator/series/series-part.tsx';
import { StatePart } from '#explorer/pages/operator/state/state-part.tsx';
import { TargetsPart } from '#explorer/pages/operator/targets/targets-part.tsx';
import { UsersPart } from '#explorer/pages/operator/users-part.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { useSession } from '#explorer/state/session.ts';
import { OPERATOR_PARTS, type OperatorPart, type OperatorView } from '#view/address/address';
import '#explorer/pages/operator/operator.css';

const TITLES: Readonly<Record<OperatorPart, string>> = {
  state: 'State',
  held: 'Held values',
  imports: 'Imports',
  series: 'Series',
  forecasts: 'Forecasts',
  users: 'Users and plans',
  audit: 'Audit',
};

export function OperatorPage({ view }: { readonly view: OperatorView }) {
  usePageTitle(`${TITLES[view.part]} · Operator`);
  if (!useSession()?.isOperator) return <NoOperator />;
  return (
    <>
      <header className="operator-head">
        <h1>Operator</h1>
        <nav className="operator-nav" aria-label="Operator pages">
          {OPERATOR_PARTS.map((part) => (
            <ViewLink key={part} to={{ page: 'operator', part }} isCurrent={part === view.part}>
              {TITLES[part]}
            </ViewLink>
          ))}
        </nav>
      </header>
      <PartOfView view={view} />
    </>
  );
}

function PartOfView({ view }: { readonly view: OperatorView }) {
  switch (view.part) {
    case 'state':
      return <StatePart />;
    case 'held':
      return <HeldPart />;
    case 'imports':
      return <ImportsPart />;
    case 'series':
      return <SeriesPart code={view.code} />;
    case 'forecasts':
      return <TargetsPart />;
    case 'users':
      return <UsersPart />;
    case 'audit':
      return <AuditPart />;
  }
}

function NoOperator() {
  return (
    <section className="card">
      <h1>For operators only</h1>
      <p>Your user is no operator. If the role was given to you just now, sign out and in again.</p>
    </section>
  );
}
