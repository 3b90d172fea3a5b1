// The card's part for formulas: a row each, and a field to add or change one.

import { useState } from 'react';
import { FormulaField } from '#explorer/pages/compare/formula/formula-field.tsx';
import { FormulaRows } from '#explorer/pages/compare/formula/formula-rows.tsx';
import { type FormulaState, readFormula } from '#explorer/pages/compare/formula/formula-state.ts';
import type { LineState } from '#explorer/pages/compare/lines/use-lines.ts';
import { show } from '#explorer/state/navigation.ts';
import type { CompareView } from '#view/address/address';
import { comparedText, MAX_FORMULAS } from '#view/address/comparison';

interface CompareFormulasProps {
  readonly view: CompareView;
  readonly formulas: readonly FormulaState[];
  /** The states of the series that are drawn. */
  readonly states: readonly LineState[];
}

export function CompareFormulas({ view, formulas, states }: CompareFormulasProps) {
  const [text, setText] = useState('');
  const [edited, setEdited] = useState<number>();
  const texts = view.formulas ?? [];
  const change = (next: readonly string[]): void => show({ ...view, formulas: next });
  const replace = (at: number, by: string): void =>
    change(texts.map((one, i) => (i === at ? by : one)));
  const apply = (by: string): void => {
    if (edited === undefined) change([...texts, by]);
    else replace(edited, by);
    setEdited(undefined);
    setText('');
  };
  const remove = (at: number): void => {
    setEdited(undefined);
    change(texts.filter((_, i) => i !== at));
  };
  const isFull = texts.length >= MAX_FORMULAS && edited === undefined;
  return (
    <>
      <FormulaRows
        formulas={formulas}
        onChange={replace}
        onEdit={(at) => {
          setEdited(at);
          setText(texts[at]!);
        }}
        onRemove={remove}
      />
      {isFull ? (
        <p className="small dim">At most three formulas: remove one to add another.</p>
      ) : (
        <FormulaField
          text={text}
          isEdit={edited !== undefined}
          spread={edited === undefined ? spreadOf(view, states) : undefined}
          onType={setText}
          onApply={apply}
        />
      )}
      {texts.length > MAX_FORMULAS && (
        <p className="notice warn" role="alert">
          The address has {texts.length} formulas, and at most three are drawn. Not drawn:{' '}
          {texts.slice(MAX_FORMULAS).join('; ')}.
        </p>
      )}
    </>
  );
}

/** The difference of the first two series, if they have one unit and it is not shown yet. */
function spreadOf({ series, formulas }: CompareView, states: readonly LineState[]) {
  const [first, second] = series;
  const [unit, other] = states.map(({ line }) => line?.answer.unit);
  if (!first || !second || unit === undefined || unit !== other) return undefined;
  const [a, b] = [first, second].map((one) => quoted(comparedText(one)));
  const spread = `${a} - ${b}`;
  const label = readFormula(spread).formula?.label;
  const isPresent = formulas?.some((text) => readFormula(text).formula?.label === label);
  return isPresent || a === b ? undefined : spread;
}

/** A code with a minus is quoted in a formula. */
function quoted(name: string): string {
  const [seriesId = '', shift] = name.split('~');
  const code = seriesId.includes('-') ? `"${seriesId}"` : seriesId;
  return shift === undefined ? code : `${code}~${shift}`;
}
