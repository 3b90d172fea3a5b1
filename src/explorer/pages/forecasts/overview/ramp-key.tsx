// The key to the tiles' colours.

import type { CSSProperties } from 'react';
import { tileText } from '#explorer/pages/forecasts/overview/tile-text.ts';
import { paintUnderText, positionOn, type Scale } from '#view/heatmap/colour-ramp';

const RAMP_STEPS = 12;

export function RampKey({ scale }: { scale: Scale }) {
  const valueAt = (step: number): number =>
    scale.min + ((scale.max - scale.min) * step) / RAMP_STEPS;
  const gradient = (scheme: 'light' | 'dark'): string => {
    const stops = Array.from(
      { length: RAMP_STEPS + 1 },
      (_, i) => paintUnderText(positionOn(scale, valueAt(i)), scheme).fill,
    );
    return `linear-gradient(to right, ${stops.join(', ')})`;
  };
  const paints = { '--ramp-light': gradient('light'), '--ramp-dark': gradient('dark') };
  return (
    <p className="tiles-key small dim figure">
      <span>{scale.isMinCut ? `≤ ${tileText(scale.min)}` : tileText(scale.min)}</span>
      <span className="tiles-ramp" style={paints as CSSProperties} aria-hidden="true" />
      <span>{scale.isMaxCut ? `≥ ${tileText(scale.max)}` : tileText(scale.max)}</span>
    </p>
  );
}
