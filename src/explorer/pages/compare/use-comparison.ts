// Everything that is compared: the loaded series, the formulas of them, and the lines to show.

import { useMemo } from 'react';
import type { Instant } from '#core/time/instant';
import {
  type FormulaState,
  readFormula,
  stateOfFormula,
} from '#explorer/pages/compare/formula/formula-state.ts';
import { type Slot, slotsOf } from '#explorer/pages/compare/lines/slots.ts';
import { type LineState, useLines } from '#explorer/pages/compare/lines/use-lines.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import type { CompareView } from '#view/address/address';
import { comparedText, MAX_COMPARED, MAX_FORMULAS } from '#view/address/comparison';
import { lineOfSeries, type ShownLine } from '#view/compare/shown-line';

export interface ComparisonState {
  /** The series that are drawn, with their states in the same order. */
  readonly slots: readonly Slot[];
  readonly states: readonly LineState[];
  readonly formulas: readonly FormulaState[];
  /** The lines that have values. */
  readonly shown: readonly ShownLine[];
  readonly isLoading: boolean;
  /** Whether the lines are those of the view. */
  readonly isCurrent: boolean;
  readonly retry: (slotId: string) => void;
}

export function useComparison(view: CompareView, now: Instant): ComparisonState {
  const market = marketZoneOf(useAbout());
  const { series, formulas: texts } = view;
  const drawn = useMemo(() => series.slice(0, MAX_COMPARED), [series]);
  const read = useMemo(() => (texts ?? []).slice(0, MAX_FORMULAS).map(readFormula), [texts]);
  const slots = useMemo(() => {
    const inputs = read.flatMap(({ formula }) => formula?.inputs ?? []);
    const all = new Map(inputs.map((input) => [comparedText(input), input]));
    for (const one of drawn) all.delete(comparedText(one));
    return slotsOf([...drawn, ...all.values()]);
  }, [drawn, read]);
  const { lines, isCurrent, retry } = useLines(view, slots, now);
  const formulas = useMemo(() => {
    const byName = new Map(slots.map((slot, i) => [comparedText(slot), lines[i]!]));
    return read.map((one, i) => stateOfFormula(one, byName, MAX_COMPARED + i, market));
  }, [read, slots, lines, market]);
  const shown = useMemo(
    () => [
      ...lines
        .slice(0, drawn.length)
        .flatMap(({ line }, style): ShownLine[] =>
          line && line.times.length > 0 ? [lineOfSeries(line, style)] : [],
        ),
      ...formulas.flatMap(({ line }) => (line && line.times.length > 0 ? [line] : [])),
    ],
    [lines, drawn, formulas],
  );
  return {
    slots: slots.slice(0, drawn.length),
    states: lines.slice(0, drawn.length),
    formulas,
    shown,
    isLoading: lines.some(({ isLoading }) => isLoading),
    isCurrent,
    retry,
  };
}
