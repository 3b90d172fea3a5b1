// The choice of the source whose figures the scorecard shows.

import type { SourceAccuracy } from '#contract/accuracy';
import { countText } from '#explorer/pages/forecasts/accuracy/accuracy-text.ts';
import '#explorer/pages/forecasts/runs/source-chips.css';

interface ScoredSourcesProps {
  readonly sources: readonly SourceAccuracy[];
  readonly shown: string;
  readonly onChoose: (source: string) => void;
}

export function ScoredSources({ sources, shown, onChoose }: ScoredSourcesProps) {
  const scored = sources.filter(({ dayAhead }) => dayAhead.scored > 0);
  if (scored.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box everywhere
    <div className="source-chips-row" role="group" aria-label="Scored source">
      <span className="small dim" aria-hidden="true">
        Source
      </span>
      {scored.map(({ source, dayAhead }) => (
        <button
          key={source}
          type="button"
          title={`${countText(dayAhead.scored)} scored`}
          aria-pressed={source === shown}
          onClick={() => onChoose(source)}
        >
          {source}
        </button>
      ))}
    </div>
  );
}
