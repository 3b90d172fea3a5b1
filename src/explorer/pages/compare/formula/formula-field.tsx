// The field for a formula. What is typed is read at once; units are judged when its series are loaded.

import { type FormEvent, useId } from 'react';
import { readFormula } from '#explorer/pages/compare/formula/formula-state.ts';
import '#explorer/pages/compare/formula/formula-field.css';

interface FormulaFieldProps {
  readonly text: string;
  /** Whether the text replaces a formula of the list. */
  readonly isEdit: boolean;
  /** A formula that is one click away: the spread of the first two series. */
  readonly spread: string | undefined;
  readonly onType: (text: string) => void;
  readonly onApply: (text: string) => void;
}

export function FormulaField({ text, isEdit, spread, onType, onApply }: FormulaFieldProps) {
  const id = useId();
  const { fault } = readFormula(text);
  const isFaulty = text.trim() !== '' && fault !== undefined;
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    if (fault === undefined) onApply(text.trim());
  };
  return (
    <form className="field compare-formula" onSubmit={apply}>
      <label htmlFor={id}>{isEdit ? 'Edit the formula' : 'Add a formula'}</label>
      <div className="compare-formula-line">
        <input
          id={id}
          className="mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="dehrcons - dehrwind - dehrsolar"
          value={text}
          aria-invalid={isFaulty}
          aria-describedby={`${id}-note`}
          onChange={(event) => onType(event.target.value)}
        />
        <button type="submit" className="button" disabled={fault !== undefined}>
          {isEdit ? 'Apply' : 'Add'}
        </button>
      </div>
      <p id={`${id}-note`} className={isFaulty ? 'note bad' : 'note'} role="status">
        {isFaulty ? fault : 'Codes, numbers, + − × ÷, min(a, b), max(a, b), parentheses'}
      </p>
      {spread !== undefined && (
        <p>
          <button type="button" className="button" onClick={() => onApply(spread)}>
            Spread {readFormula(spread).formula?.label}
          </button>
        </p>
      )}
    </form>
  );
}
