// The choice of the source whose figures the scorecard shows.

import type { SourceAccuracy } from '#contract/accuracy';
import { countText } from '#explorer/pages/forecasts/accuracy/accuracy-text.ts';
import { Chips } from '#explorer/parts/chips/chips.tsx';

interface ScoredSourcesProps {
  readonly sources: readonly SourceAccuracy[];
  readonly shown: string;
  readonly onChoose: (source: string) => void;
}

export function ScoredSources({ sources, shown, onChoose }: ScoredSourcesProps) {
  const scored = sources.filter(({ dayAhead }) => dayAhead.scored > 0);
  if (scored.length < 2) return null;
  return (
    <Chips
      title="Source"
      label="Scored source"
      chips={scored.map(({ source, dayAhead }) => ({
        name: source,
        hint: `${countText(dayAhead.scored)} scored`,
        isPressed: source === shown,
      }))}
      onPress={onChoose}
    />
  );
}
