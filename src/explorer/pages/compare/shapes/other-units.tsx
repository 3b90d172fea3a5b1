// A shape with one value axis has the lines of the first line's unit. It names those that it leaves out.

import type { ShownLine } from '#view/compare/shown-line';

/** The lines that share the unit of the first. */
export const sameUnit = (lines: readonly ShownLine[]): readonly ShownLine[] =>
  lines.filter(({ unit }) => unit === lines[0]!.unit);

export function OtherUnits({ lines }: { readonly lines: readonly ShownLine[] }) {
  const others = lines.filter(({ unit }) => unit !== lines[0]!.unit);
  if (others.length === 0) return null;
  return (
    <p className="small dim">
      Left out, because they are not in {lines[0]!.unit || 'ratios'}:{' '}
      {others.map(({ label, unit }) => `${label} (${unit || 'ratio'})`).join(', ')}.
    </p>
  );
}
