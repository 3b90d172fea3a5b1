// Taking a comparison away: as a link, a picture, or one file of all series side by side.

import type { RefObject } from 'react';
import type { Instant } from '#core/time/instant';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { alignTable, writeAlignedCsv } from '#explorer/pages/compare/align-table.ts';
import type { ShownLine } from '#explorer/pages/compare/figures-table.tsx';
import { ExportButtons } from '#explorer/parts/export-buttons.tsx';
import { roundedValues } from '#explorer/series/column-decimals.ts';
import { fileNameOf } from '#explorer/series/csv-text.ts';
import { fixRange } from '#explorer/series/fixed-range.ts';
import { spanOfAnswer } from '#explorer/series/series-facts.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import type { CompareView } from '#explorer/state/address.ts';

interface CompareActionsProps {
  readonly view: CompareView;
  readonly shown: readonly ShownLine[];
  readonly now: Instant;
  readonly chart: RefObject<ChartHandle | null>;
}

/** The name of the series as an address writes it. */
const nameOf = ({ line }: ShownLine): string =>
  line.shiftDays === 0 ? line.answer.seriesId : `${line.answer.seriesId}~${line.shiftDays}`;

/** The columns of a series: its values and, if some are forecasts, what they are. */
function partsOf(shown: ShownLine) {
  const { line } = shown;
  const { times, kinds } = line;
  const name = nameOf(shown);
  const values = roundedValues({ ...line.answer, values: [...line.values] });
  const ofValues = { name, times, values };
  if (!kinds.some((kind, i) => kind !== 'observed' && values[i] !== null)) return [ofValues];
  const shownKinds = kinds.map((kind, i) => (values[i] === null ? null : kind));
  return [ofValues, { name: `${name}_kind`, times, values: shownKinds }];
}

export function CompareActions({ view, shown, now, chart }: CompareActionsProps) {
  const about = useAbout();
  const zone = shownZone(about, view.zone);
  const plain = shown.find(({ line }) => line.shiftDays === 0);
  const answered = plain && spanOfAnswer(plain.line.answer);
  const codes = [...new Set(shown.map(({ line }) => line.answer.seriesId))].join('_');
  return (
    <div className="compare-actions">
      <ExportButtons
        view={view}
        fixed={() => ({
          ...view,
          ...fixRange(view, { now, market: marketZoneOf(about), extent: undefined, answered }),
        })}
        chart={chart}
        hasChart={shown.length > 0}
        hasValues={shown.length > 0}
        fileName={(ending) => fileNameOf(`compare_${codes}`, answered, zone, ending)}
        csvHint="All series side by side, each with its kind if it has forecasts"
        makeCsv={() => {
          const parts = shown.flatMap(partsOf);
          return writeAlignedCsv(
            alignTable(parts),
            parts.map(({ name }) => name),
            zone,
          );
        }}
      />
    </div>
  );
}
