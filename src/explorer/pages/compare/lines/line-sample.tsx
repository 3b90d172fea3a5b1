// A short piece of a line, as the chart draws it.

import { STYLE_COUNT } from '#explorer/chart/scene/colours.ts';

export function LineSample({ style }: { style: number }) {
  const index = style % STYLE_COUNT;
  return (
    <svg className="compare-sample" viewBox="0 0 34 10" aria-hidden="true">
      <line x1="1" x2="33" y1="5" y2="5" stroke={`var(--series-${index + 1})`} strokeWidth="2.5" />
    </svg>
  );
}
