// The line above a plot: what the cursor reads, or without a cursor the time shown.

import { Fragment } from 'react';
import { readAt } from '#explorer/chart/scene/reading-text.ts';
import type { Scene } from '#explorer/chart/scene/scene.ts';
import { spanText } from '#view/axes/time-text';
import type { ChartSpan } from '#view/chart/frame';

interface ReadoutProps {
  readonly scene: Scene;
  readonly span: ChartSpan;
  readonly cursor: number | undefined;
}

export function Readout({ scene, span, cursor }: ReadoutProps) {
  if (cursor === undefined) {
    return <p className="chart-readout dim">{spanText(span.start, span.end, scene.zone, true)}</p>;
  }
  const { time, readings, background } = readAt(scene, cursor);
  return (
    <p className="chart-readout">
      <strong>{time}</strong>
      {readings.map(({ label, value, unit, note }) => (
        <Fragment key={label}>
          {' · '}
          <span className="chart-reading">
            {label} <b>{value}</b>
            {unit !== '' && ` ${unit}`}
            {note !== '' && ` (${note})`}
          </span>
        </Fragment>
      ))}
      {background !== '' && <span className="dim"> · {background}</span>}
    </p>
  );
}
