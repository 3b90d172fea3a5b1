// Buttons that take a view away: as a link, as a picture of its chart, as a CSV file.

import type { RefObject } from 'react';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { takePicture } from '#explorer/chart/take-picture.ts';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import { DownloadButton } from '#explorer/parts/download-button.tsx';
import { linkTo } from '#explorer/state/navigation.ts';
import type { View } from '#view/address/address';

interface ExportButtonsProps {
  readonly view: View;
  /** Returns the same view with keywords replaced by dates. */
  readonly fixed: () => View;
  readonly chart: RefObject<ChartHandle | null>;
  readonly hasChart: boolean;
  readonly hasValues: boolean;
  readonly fileName: (ending: string) => string;
  /** What the CSV file contains. */
  readonly csvHint: string;
  readonly makeCsv: () => string;
}

export function ExportButtons(props: ExportButtonsProps) {
  const { view, fixed, chart, hasChart, hasValues, fileName, csvHint, makeCsv } = props;
  return (
    <>
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
        isDisabled={!hasChart}
        fileName={() => fileName('png')}
        make={() => takePicture(chart)}
      />
      <DownloadButton
        title="Download CSV"
        hint={csvHint}
        className="button primary"
        isDisabled={!hasValues}
        fileName={() => fileName('csv')}
        make={() => new Blob([makeCsv()], { type: 'text/csv;charset=utf-8' })}
      />
    </>
  );
}
