// The legend: a sample of each line as it is drawn, and a switch that shows or hides it.

import type { ReactNode } from 'react';
import { dashOf, STYLE_COUNT } from '#explorer/chart/scene/colours.ts';
import { legendEntries } from '#explorer/chart/scene/legend-entries.ts';
import type { Scene } from '#explorer/chart/scene/scene.ts';

interface LegendProps {
  readonly scene: Scene;
  readonly onToggle: (seriesIds: readonly string[], isShown: boolean) => void;
  /** What the page adds. */
  readonly end: ReactNode;
}

export function Legend({ scene, onToggle, end }: LegendProps) {
  const entries = legendEntries(scene);
  if (entries.length === 0) return null;
  return (
    <ul className="chart-legend" aria-label="Lines">
      {entries.map(({ id, label, note, style, isFaint, isShown, seriesIds }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={isShown}
            onClick={() => onToggle(seriesIds, !isShown)}
          >
            <DashSample style={style} isFaint={isFaint} isLabelled={scene.labelled !== undefined} />
            <span className="chart-legend-label">{label}</span>
            {note !== '' && <span className="dim">({note})</span>}
          </button>
        </li>
      ))}
      {end && <li>{end}</li>}
    </ul>
  );
}

const SAMPLE_WIDTH = 28;

interface DashSampleProps {
  readonly style: number;
  readonly isFaint: boolean;
  readonly isLabelled: boolean;
}

function DashSample({ style, isFaint, isLabelled }: DashSampleProps) {
  const index = style % STYLE_COUNT;
  return (
    <svg
      className={`chart-sample chart-style-${index + 1}`}
      width={SAMPLE_WIDTH}
      height="10"
      aria-hidden="true"
    >
      <line
        x1="0"
        y1="5"
        x2={SAMPLE_WIDTH}
        y2="5"
        strokeWidth={isFaint ? 1.25 : 2.5}
        strokeDasharray={dashOf(style, isLabelled).join(' ')}
      />
    </svg>
  );
}
