// The operator's pages: their own navigation, and the part that the address names. An auditor reads them all, a writer
// has those that write, and a reader gets a plain page.

import { AuditPart } from '#explorer/pages/operator/audit-part.tsx';
import { HeldPart } from '#explorer/pages/operator/held-part.tsx';
import { ImportsPart } from '#explorer/pages/operator/imports-part.tsx';
import { SeriesPart } from '#explorer/pages/operator/series/series-part.tsx';
import { StatePart } from '#explorer/pages/operator/state/state-part.tsx';
import { TargetsPart } from '#explorer/pages/operator/targets/targets-part.tsx';
import { UsersPart } from '#explorer/pages/operator/users-part.tsx';
import { WriterSeries } from '#explorer/pages/operator/writer/writer-series.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { OPERATOR_PARTS, type OperatorPart, type OperatorView } from '#view/address/address';
import '#explorer/pages/operator/operator.css';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';

type Titles = Readonly<Partial<Record<OperatorPart, string>>>;

const TITLES: Titles = {
  state: 'State',
  held: 'Held values',
  imports: 'Imports',
  series: 'Series',
  forecasts: 'Forecasts',
  users: 'Users and plans',
  audit: 'Audit',
};

/** The parts that each role has, by their titles. */
const TITLES_OF_AUDITOR: Titles = { ...TITLES, imports: 'Journal' };
const TITLES_OF_WRITER: Titles = { imports: 'Values', series: 'Series' };

function useTitles(): Titles {
  const { mayOperate, mayAudit, mayWrite } = useRights();
  if (mayOperate) return TITLES;
  if (mayAudit) return TITLES_OF_AUDITOR;
  return mayWrite ? TITLES_OF_WRITER : {};
}

export function OperatorPage({ view }: { readonly view: OperatorView }) {
  const { mayOperate, mayAudit, mayWrite } = useRights();
  const titles = useTitles();
  const heading = mayWrite && !mayOperate ? 'Write' : 'Operator';
  usePageTitle(`${titles[view.part] ?? TITLES[view.part]} · ${heading}`);
  if (!mayAudit && !mayWrite) return <NoOperator />;
  const parts = OPERATOR_PARTS.filter((part) => titles[part] !== undefined);
  return (
    <>
      <header className="operator-head">
        <h1>{heading}</h1>
        <nav className="operator-nav" aria-label={`${heading} pages`}>
          {parts.map((part) => (
            <ViewLink key={part} to={{ page: 'operator', part }} isCurrent={part === view.part}>
              {titles[part]}
            </ViewLink>
          ))}
        </nav>
      </header>
      {mayAudit && !mayOperate && (
        <p className="dim small">You are an auditor: you read all of this and change nothing.</p>
      )}
      {titles[view.part] === undefined ? <NotOfWriter /> : <PartOfView view={view} />}
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
      return <SeriesOfRole code={view.code} />;
    case 'forecasts':
      return <TargetsPart />;
    case 'users':
      return <UsersPart />;
    case 'audit':
      return <AuditPart />;
  }
}

function SeriesOfRole({ code }: { readonly code: string | undefined }) {
  return useRights().mayAudit ? <SeriesPart code={code} /> : <WriterSeries code={code} />;
}

function NotOfWriter() {
  return (
    <section className="card">
      <h2>For operators and auditors only</h2>
      <p>
        You are a writer.{' '}
        <ViewLink to={{ page: 'operator', part: 'imports' }}>Write values</ViewLink> of your series.
      </p>
    </section>
  );
}

function NoOperator() {
  return (
    <section className="card">
      <h1>For operators only</h1>
      <p>Your user is no operator. If the role was given to you just now, sign out and in again.</p>
    </section>
  );
}
