// Taking a comparison away: as a link, a picture, or one file of all series side by side.

import type { RefObject } from 'react';
import type { Instant } from '#core/time/instant';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { alignTable, writeAlignedCsv } from '#explorer/pages/compare/lines/align-table.ts';
import { fileColumns } from '#explorer/pages/compare/lines/file-columns.ts';
import { ExportButtons } from '#explorer/parts/export-buttons.tsx';
import { SaveButton } from '#explorer/parts/kept/save-button.tsx';
import { fileNameOf } from '#explorer/series/csv-text.ts';
import { fixRange } from '#explorer/series/fixed-range.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import type { CompareView } from '#view/address/address';
import { MAX_COMPARED } from '#view/address/comparison';
import type { ShownLine } from '#view/compare/shown-line';

interface CompareActionsProps {
  readonly view: CompareView;
  readonly shown: readonly ShownLine[];
  readonly now: Instant;
  readonly chart: RefObject<ChartHandle | null>;
}

export function CompareActions({ view, shown, now, chart }: CompareActionsProps) {
  const about = useAbout();
  const zone = shownZone(about, view.zone);
  const answered = shown.find((line) => line.answered)?.answered;
  const codes = [...new Set(view.series.slice(0, MAX_COMPARED).map(({ seriesId }) => seriesId))];
  return (
    <div className="compare-actions">
      <SaveButton />
      <ExportButtons
        view={view}
        fixed={() => ({
          ...view,
          ...fixRange(view, { now, market: marketZoneOf(about), extent: undefined, answered }),
        })}
        chart={chart}
        hasChart={shown.length > 0 && view.tab !== 'table'}
        hasValues={shown.length > 0}
        fileName={(ending) => fileNameOf(['compare', ...codes].join('_'), answered, zone, ending)}
        csvHint="All series side by side, each with its kind if it has forecasts"
        makeCsv={() => {
          const parts = shown.flatMap(fileColumns);
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
