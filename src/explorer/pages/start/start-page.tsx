// The start page: what the user's plan can see at a glance.

import { findCategory } from '#core/market/categories';
import { DayTable } from '#explorer/pages/start/day-table.tsx';
import { KeptSeries } from '#explorer/pages/start/kept-series.tsx';
import { PlanSeries } from '#explorer/pages/start/plan-series.tsx';
import { useDayFigures } from '#explorer/pages/start/use-day-figures.ts';
import { ChoiceField } from '#explorer/parts/choices.tsx';
import { FirstSteps } from '#explorer/parts/first-steps.tsx';
import { SaveButton } from '#explorer/parts/kept/save-button.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { useAbout } from '#explorer/state/about.ts';
import { show } from '#explorer/state/navigation.ts';
import { useSession } from '#explorer/state/session.ts';
import type { StartView } from '#view/address/address';
import { CHANGES } from '#view/address/changes-address';
import '#explorer/pages/start/start.css';

export function StartPage({ view }: { readonly view: StartView }) {
  usePageTitle('Start');
  const about = useAbout();
  const session = useSession();
  return (
    <div className="start">
      <h1 className="hidden-text">Start</h1>
      {about.seriesCount === 0 ? (
        <EmptyStore commands={about.firstSteps} isOperator={session?.isOperator ?? false} />
      ) : (
        <>
          <KeptSeries userName={session?.userName ?? ''} />
          <Areas view={view} />
        </>
      )}
    </div>
  );
}

interface EmptyStoreProps {
  readonly commands: readonly string[];
  readonly isOperator: boolean;
}

function EmptyStore({ commands, isOperator }: EmptyStoreProps) {
  return (
    <>
      <p className="notice">No series is stored yet. This page fills as soon as one is.</p>
      {isOperator && (
        <p>
          You are an operator:{' '}
          <ViewLink to={{ page: 'operator', part: 'imports' }}>upload a file</ViewLink> of values
          here.
        </p>
      )}
      {commands.length > 0 && <FirstSteps commands={commands} />}
    </>
  );
}

/** What fits beside the others on a phone. */
const SHORT_NAMES: Readonly<Record<string, string>> = { hrprice: 'Price' };

function Areas({ view }: { readonly view: StartView }) {
  const { data, error, isLoading, retry } = useDayFigures(view.category);
  if (error) return <Problem error={error} onRetry={retry} />;
  if (data?.categories.length === 0) return <PlanSeries />;
  return (
    <section className="card" aria-labelledby="areas-title" aria-busy={isLoading}>
      <header className="start-head">
        <h2 id="areas-title">
          Today and tomorrow <span className="dim small">{data?.areas[0]?.unit}</span>
        </h2>
        <ViewLink className="start-changes" to={{ ...CHANGES, category: view.category }}>
          What changed since yesterday
        </ViewLink>
        <SaveButton />
        {data && data.categories.length > 1 && (
          <ChoiceField
            label="Quantity"
            options={data.categories.map((value) => ({
              value,
              title: SHORT_NAMES[value] ?? findCategory(value)?.description ?? value,
            }))}
            value={data.balanceCategory}
            onChoose={(category) => show({ ...view, category })}
          />
        )}
      </header>
      {data && (
        <div className={isLoading ? 'is-stale' : ''}>
          <DayTable answer={data} />
        </div>
      )}
    </section>
  );
}
