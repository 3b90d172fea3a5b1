// Taking a comparison away: as a link, a picture, or one file of all series side by side.

import type { RefObject } from 'react';
import type { Instant } from '#core/time/instant';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { alignTable, writeAlignedCsv } from '#explorer/pages/compare/align-table.ts';
import type { ShownLine } from '#explorer/pages/compare/figures-table.tsx';
import { CopyButton } from '#explorer/parts/copy-button.tsx';
import { DownloadButton } from '#explorer/parts/download.tsx';
import { fileNameOf } from '#explorer/series/csv-text.ts';
import { fixRange } from '#explorer/series/fixed-range.ts';
import { spanOfAnswer } from '#explorer/series/series-facts.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import type { CompareView } from '#explorer/state/address.ts';
import { linkTo } from '#explorer/state/navigation.ts';

interface CompareActionsProps {
  readonly view: CompareView;
  readonly shown: readonly ShownLine[];
  readonly now: Instant;
  readonly chart: RefObject<ChartHandle | null>;
}

/** The series as an address writes it. */
const nameOf = ({ line }: ShownLine): string =>
  line.shiftDays === 0 ? line.answer.seriesId : `${line.answer.seriesId}~${line.shiftDays}`;

export function CompareActions({ view, shown, now, chart }: CompareActionsProps) {
  const about = useAbout();
  const zone = shownZone(about, view.zone);
  const makeCsv = (): Blob => {
    const table = alignTable(shown.map(({ line }) => line));
    const text = writeAlignedCsv(table, shown.map(nameOf), zone);
    return new Blob([text], { type: 'text/csv;charset=utf-8' });
  };
  const plain = shown.find(({ line }) => line.shiftDays === 0);
  const answered = plain && spanOfAnswer(plain.line.answer);
  const fileName = (ending: string) => (): string => {
    const codes = [...new Set(shown.map(({ line }) => line.answer.seriesId))].join('_');
    return fileNameOf(`compare_${codes}`, answered, zone, ending);
  };
  const fixed = (): CompareView => ({
    ...view,
    ...fixRange(view, { now, market: marketZoneOf(about), extent: undefined, answered }),
  });
  return (
    <div className="compare-actions">
      <CopyButton
        title="Copy link"
        hint="Dates such as today-14 stay as they are and move with time"
        text={() => linkTo(view)}
      />
      <CopyButton
        title="Copy link, dates fixed"
        hint="Keywords become the dates they stand for now"
        text={() => linkTo(fixed())}
      />
      <DownloadButton
        title="Download PNG"
        hint="The chart as a picture"
        isDisabled={shown.length === 0}
        fileName={fileName('png')}
        make={() => chart.current!.toPng()}
      />
      <DownloadButton
        title="Download CSV"
        hint="All series side by side"
        className="button primary"
        isDisabled={shown.length === 0}
        fileName={fileName('csv')}
        make={makeCsv}
      />
    </div>
  );
}
