// The key to the heatmap's colours.

import { useEffect, useRef } from 'react';
import { drawLegend } from '#explorer/pages/explore/heatmap/heatmap-drawing.ts';
import type { Scheme } from '#view/heatmap/colour-ramp';
import type { HeatmapScale } from '#view/heatmap/heatmap-scale';
import { formatValue } from '#view/values/value-text';

interface HeatmapLegendProps {
  readonly scale: HeatmapScale;
  readonly unit: string;
  readonly decimals: number;
  readonly scheme: Scheme;
}

export function HeatmapLegend({ scale, unit, decimals, scheme }: HeatmapLegendProps) {
  const strip = useRef<HTMLCanvasElement>(null);
  useEffect(() => drawLegend(strip.current!, scale, scheme), [scale, scheme]);
  const { low, high, min, max } = scale;
  return (
    <p className="explore-heatmap-legend small">
      <span className="figure">
        {low > min && '≤ '}
        {formatValue(low, decimals)}
      </span>
      <canvas ref={strip} width={240} height={10} />
      <span className="figure">
        {high < max && '≥ '}
        {formatValue(high, decimals)} {unit}
      </span>
      <span className="dim">
        {(low > min || high < max) &&
          `least ${formatValue(min, decimals)}, greatest ${formatValue(max, decimals)} · `}
        hatched: no value
      </span>
    </p>
  );
}
