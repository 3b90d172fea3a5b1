// The columns of a line in a file: its values and, if some are forecasts, what they are.

import { fileValues, type ShownLine } from '#view/compare/shown-line';

export function fileColumns(line: ShownLine) {
  const { name, times, kinds } = line;
  const values = fileValues(line);
  const ofValues = { name, times, values };
  if (!kinds.some((kind, i) => kind !== 'observed' && values[i] !== null)) return [ofValues];
  const shownKinds = kinds.map((kind, i) => (values[i] === null ? null : kind));
  return [ofValues, { name: `${name}_kind`, times, values: shownKinds }];
}
