// Colours come from the page's style, so that the canvas follows light and dark; each goes with a dash
// pattern, so that no line is told by its colour alone.

export interface Colours {
  /** By style index. */
  readonly series: readonly string[];
  readonly ink: string;
  readonly inkDim: string;
  readonly axis: string;
  readonly grid: string;
  readonly zero: string;
  readonly shade: string;
  readonly card: string;
  /** Font family. */
  readonly font: string;
}

/** CSS pixels on and off. No pause is longer than four: a spike's tip is never quite lost in one. */
export const DASHES: readonly (readonly number[])[] = [
  [],
  [6, 4],
  [2, 3],
  [10, 4, 2, 4],
  [12, 3, 2, 3, 2, 3],
];

export const STYLE_COUNT = DASHES.length;

export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    series: DASHES.map((_, index) => read(`--series-${index + 1}`)),
    ink: read('--ink'),
    inkDim: read('--ink-dim'),
    axis: read('--axis'),
    grid: read('--grid'),
    zero: read('--line-strong'),
    shade: read('--shade'),
    card: read('--card'),
    font: style.fontFamily,
  };
}
