// The head of Explore: title, code, unit, native resolution, last update.

import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import { findResolution, type Resolution } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import { SaveButton } from '#explorer/parts/kept/save-button.tsx';
import { resolutionText } from '#explorer/series/resolution-text.ts';
import { nativeOfRecord, readInstant } from '#view/values/series-facts';
import { formatAgo, formatMoment, zoneLabelAt } from '#view/values/time-text';

interface ExploreHeaderProps {
  readonly seriesId: string;
  /** The answer of this series, if known. */
  readonly answer: SeriesColumns | undefined;
  readonly record: MetadataRecord | undefined;
  readonly now: Instant;
  readonly zone: Zone;
  /** The earlier time whose knowledge is shown; undefined is now. */
  readonly asOf: Instant | undefined;
}

export const nativeOf = (
  answer: SeriesColumns | undefined,
  record: MetadataRecord | undefined,
): Resolution | undefined =>
  answer ? findResolution(answer.nativeResolution) : record && nativeOfRecord(record);

export function ExploreHeader(props: ExploreHeaderProps) {
  const { seriesId, answer, record, now, zone, asOf } = props;
  const facts = answer ?? record;
  const native = nativeOf(answer, record);
  return (
    <header className="explore-header">
      <SaveButton />
      <h1>{facts?.description ?? seriesId}</h1>
      <p className="explore-facts">
        <code>{seriesId}</code>
        {facts && <span>{facts.unit}</span>}
        {native && <span>native {resolutionText(native)}</span>}
        {facts?.lastUpdated && (
          <Updated at={readInstant(facts.lastUpdated)} now={now} zone={zone} />
        )}
      </p>
      {asOf !== undefined && (
        <p className="explore-as-of" role="status">
          <strong>As known on {formatMoment(asOf, zone)}</strong> {zoneLabelAt(asOf, zone)},{' '}
          {formatAgo(asOf, now)}: values, runs and figures are those of then.
        </p>
      )}
    </header>
  );
}

function Updated({ at, now, zone }: { at: Instant; now: Instant; zone: Zone }) {
  const exact = `${formatMoment(at, zone)} ${zoneLabelAt(at, zone)}`;
  return (
    <span>
      updated{' '}
      <time dateTime={new Date(at).toISOString()} title={exact}>
        {formatAgo(at, now)}
      </time>
    </span>
  );
}
