// What changed since a time: today's and tomorrow's hours of every area, as known now and as known then.

import { useMemo } from 'react';
import type { ChangesAnswer } from '#contract/changes';
import { type Instant, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { ChangeSources } from '#explorer/pages/changes/change-sources.tsx';
import { ChangeTable } from '#explorer/pages/changes/change-table.tsx';
import { ChangesControls, summaryOf } from '#explorer/pages/changes/changes-controls.tsx';
import { ThenAndNow } from '#explorer/pages/changes/then-and-now.tsx';
import { useChanges } from '#explorer/pages/changes/use-changes.ts';
import { SaveButton } from '#explorer/parts/kept/save-button.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { ControlSheet } from '#explorer/parts/sheet/control-sheet.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import type { ChangesView } from '#view/address/changes-address';
import { rowsOf } from '#view/tables/change-rows';
import { readInstant } from '#view/values/series-facts';
import { formatMoment, zoneLabelAt } from '#view/values/time-text';
import '#explorer/pages/changes/changes.css';

export function ChangesPage({ view }: { readonly view: ChangesView }) {
  usePageTitle('Changes');
  const about = useAbout();
  const now = useServerNow(about);
  const zone = shownZone(about, view.zone);
  const clock = { now, market: marketZoneOf(about), shown: zone };
  const { data, error, isLoading, retry } = useChanges(view, clock);
  return (
    <section className="card changes" aria-labelledby="changes-title" aria-busy={isLoading}>
      <header className="changes-head">
        <h1 id="changes-title">What changed</h1>
        <SaveButton />
        <p className="dim">{headText(data, zone)}</p>
      </header>
      <ControlSheet title="Since when, and of what" summary={summaryOf(view, data)}>
        <ChangesControls view={view} clock={clock} answer={data} error={error} />
        {data && <ChangeSources view={view} answer={data} />}
      </ControlSheet>
      {error ? (
        <Problem error={error} onRetry={retry} />
      ) : data ? (
        <div className={isLoading ? 'is-stale' : undefined}>
          <Changes view={view} answer={data} zone={zone} now={now} />
        </div>
      ) : (
        <Loading className="dim" />
      )}
    </section>
  );
}

function headText(answer: ChangesAnswer | undefined, zone: Zone): string {
  if (!answer) return 'Today’s and tomorrow’s hours as known now and then';
  const since = readInstant(answer.since);
  const sinceText = `${formatMoment(since, zone)} ${zoneLabelAt(since, zone)}`;
  return `Today’s and tomorrow’s hours as known now, less as known on ${sinceText}`;
}

interface ChangesProps {
  readonly view: ChangesView;
  readonly answer: ChangesAnswer;
  readonly zone: Zone;
  readonly now: Instant;
}

function Changes({ view, answer, zone, now }: ChangesProps) {
  const rows = useMemo(() => rowsOf(answer, view.order), [answer, view.order]);
  const chosen = rows.find(({ area }) => area === view.area) ?? rows[0];
  if (!chosen) return <p>Your plan has no area with hours of today and tomorrow.</p>;
  return (
    <div className="changes-parts">
      <ChangeTable view={view} rows={rows} chosen={chosen.area} zone={zone} />
      <ThenAndNow answer={answer} row={chosen} view={view} zone={zone} now={now / SECOND_MS} />
    </div>
  );
}
