// The chosen series: what it is, its rule, the order of its sources, its gaps, its readers and its runs.

import { useState } from 'react';
import type { OperatorSeries } from '#contract/operator';
import { findResolution } from '#core/time/resolution';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { RuleEditor } from '#explorer/pages/operator/parts/rule-editor.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { SeriesDialog } from '#explorer/pages/operator/series/series-dialog.tsx';
import { SeriesGaps } from '#explorer/pages/operator/series/series-gaps.tsx';
import { SeriesReaders } from '#explorer/pages/operator/series/series-readers.tsx';
import { SeriesRuns } from '#explorer/pages/operator/series/series-runs.tsx';
import { SourceOrderCard } from '#explorer/pages/operator/series/source-order-card.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { resolutionText } from '#explorer/series/resolution-text.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { exploreOf } from '#view/address/explore-address';
import { formatMoment } from '#view/values/time-text';

interface SeriesDetailProps {
  readonly code: string;
  readonly onClose: () => void;
}

const nameOf = (resolution: string): string => {
  const found = findResolution(resolution);
  return found ? resolutionText(found) : resolution;
};

export function SeriesDetail({ code, onClose }: SeriesDetailProps) {
  const [changes, setChanges] = useState(0);
  const [isEditing, setEditing] = useState(false);
  const { mayOperate } = useRights();
  const series = useOperatorRequest(`definition ${code} ${changes}`, (signal) =>
    operator.series(code, { signal }),
  );
  const { data, error } = series;
  if (error && !data) return <Problem error={error} onRetry={series.retry} />;
  if (!data) return <Loading />;
  const changed = () => setChanges((count) => count + 1);
  return (
    <>
      <section className="card" aria-labelledby="operator-definition">
        <h2 id="operator-definition">{code}</h2>
        <Facts series={data} />
        <div className="operator-actions">
          {mayOperate && (
            <button type="button" className="button" onClick={() => setEditing(true)}>
              Edit…
            </button>
          )}
          <ViewLink className="button" to={exploreOf(code)}>
            Explore
          </ViewLink>
          <button type="button" className="button quiet" onClick={onClose}>
            All series
          </button>
        </div>
        {isEditing && (
          <SeriesDialog
            series={data}
            onClose={(edited) => {
              setEditing(false);
              if (edited !== undefined) changed();
            }}
          />
        )}
      </section>
      <RuleEditor code={code} />
      <SourceOrderCard code={code} changes={changes} />
      <SeriesGaps code={code} changes={changes} />
      <SeriesReaders code={code} />
      <SeriesRuns code={code} onWritten={changed} />
    </>
  );
}

function Facts({ series }: { readonly series: OperatorSeries }) {
  const zone = marketZoneOf(useAbout());
  const moment = (text: string | null): string =>
    text === null ? 'none' : formatMoment(Date.parse(text), zone);
  return (
    <dl className="operator-facts">
      <dt>Description</dt>
      <dd>{series.description}</dd>
      <dt>Unit</dt>
      <dd>{series.unit}</dd>
      <dt>Resolution</dt>
      <dd>{nameOf(series.resolution)}</dd>
      <dt>Area, category</dt>
      <dd>
        {series.area ?? 'none'}, {series.category ?? 'none'}
      </dd>
      <dt>Values</dt>
      <dd>
        {series.startDate === null
          ? 'none'
          : `${moment(series.startDate)} to ${moment(series.endDate)}`}
      </dd>
      <dt>Last change</dt>
      <dd>{moment(series.lastUpdated)}</dd>
    </dl>
  );
}
