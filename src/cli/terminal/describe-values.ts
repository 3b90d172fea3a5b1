// A line about values: how many, how many gaps, and their figures.

import { countOf, formatCount } from '#cli/terminal/table';

const gapsText = (gaps: number): string => {
  if (gaps === 0) return '';
  return gaps === 1 ? ', 1 of them a gap' : `, ${formatCount(gaps)} of them gaps`;
};

export function describeValues(values: Float64Array): string {
  const present = values.filter((value) => !Number.isNaN(value));
  const gaps = values.length - present.length;
  const counted = `${countOf(values.length, 'value')}${gapsText(gaps)}`;
  if (present.length === 0) return counted;
  const short = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 });
  const mean = present.reduce((sum, value) => sum + value, 0) / present.length;
  const min = present.reduce((a, b) => Math.min(a, b));
  const max = present.reduce((a, b) => Math.max(a, b));
  return `${counted}; min ${short(min)}, mean ${short(mean)}, max ${short(max)}, last ${short(present.at(-1)!)}`;
}
