// The formulas of the comparison: the text of each, its unit, and the fault if it has no line.

import type { FormulaState } from '#explorer/pages/compare/formula/formula-state.ts';
import { replaceCode } from '#explorer/pages/compare/formula/replace-code.ts';
import { LineSample } from '#explorer/pages/compare/lines/line-sample.tsx';
import { resolutionText } from '#explorer/series/resolution-text.ts';

interface FormulaRowsProps {
  readonly formulas: readonly FormulaState[];
  readonly onChange: (index: number, text: string) => void;
  readonly onEdit: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

export function FormulaRows({ formulas, onChange, onEdit, onRemove }: FormulaRowsProps) {
  if (formulas.length === 0) return null;
  return (
    <ol className="compare-rows" aria-label="Formulas">
      {formulas.map((state, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a formula is its place in the list
        <li key={index} className="compare-row" aria-busy={state.isLoading}>
          <LineSample style={state.style} />
          <div className="compare-name">
            <p>{state.formula?.label ?? state.text}</p>
            {state.line && (
              <p className="small dim">
                {[state.line.unit || 'a ratio', resolutionText(state.line.resolution)].join(' · ')}
              </p>
            )}
            {state.fault && (
              <p className="compare-fault small" role="alert">
                {state.fault} <MeantCode state={state} onChange={(text) => onChange(index, text)} />
              </p>
            )}
          </div>
          <button
            type="button"
            className="button quiet compare-remove"
            aria-label={`Remove ${state.formula?.label ?? state.text}`}
            title="Remove"
            onClick={() => onRemove(index)}
          >
            ×
          </button>
          <button
            type="button"
            className="button compare-edit"
            aria-label={`Edit ${state.formula?.label ?? state.text}`}
            onClick={() => onEdit(index)}
          >
            Edit
          </button>
        </li>
      ))}
    </ol>
  );
}

interface MeantCodeProps {
  readonly state: FormulaState;
  readonly onChange: (text: string) => void;
}

/** A button that puts the code that may be meant in place of one that does not exist. */
function MeantCode({ state: { text, mistake }, onChange }: MeantCodeProps) {
  if (!mistake) return null;
  const { seriesId, nearest } = mistake;
  return (
    <button
      type="button"
      className="button compare-retry"
      onClick={() => onChange(replaceCode(text, seriesId, nearest))}
    >
      Use {nearest}
    </button>
  );
}
