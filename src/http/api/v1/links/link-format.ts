// How the answer of a link is written: by its question, or by the address that is asked.

import type { LinkOptions } from '#contract/links';
import { Refusal, refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { Zone } from '#core/time/zone';
import { type SheetFormat, type SheetOptions, sheetFormat } from '#exporters/sheets/sheet-format';
import { JSON_FORMAT, parseFormat } from '#http/request/choose-format';

const OPTIONS = ['format', 'decimal', 'sep'];

/** The fields that change only how an answer is written: an address may carry these. Slices are not rounded. */
export const optionsOf = (kind: 'series' | 'slice'): readonly string[] =>
  kind === 'series' ? [...OPTIONS, 'decimals'] : OPTIONS;

const OFFERED = (['csv', 'xlsx', 'html', 'json'] as const).map((name) => ({
  name,
  mediaType: undefined,
}));

const SIGNS: Readonly<Record<string, SheetOptions['decimal']>> = { point: '.', comma: ',' };
const SEPARATORS: Readonly<Record<string, SheetOptions['separator']>> = {
  ',': ',',
  ';': ';',
  comma: ',',
  semicolon: ';',
  tab: '\t',
};

/** Reads one of some words; undefined if it is left out or empty. */
function readChoice<T>(
  given: string | undefined,
  field: string,
  choices: Readonly<Record<string, T>>,
): T | undefined {
  const text = (given ?? '').trim().toLowerCase();
  if (text === '') return undefined;
  if (Object.hasOwn(choices, text)) return choices[text];
  const names = Object.keys(choices);
  const message = `not a choice: ${quoteGiven(given!)}${didYouMean(text, names)}`;
  throw refuseField('field_invalid', field, message, names);
}

/** Reads the fields; refuses naming each at fault. Times are in `zone`. */
export function readLinkFormat(
  options: LinkOptions & { readonly kinds?: string },
  zone: Zone,
): typeof JSON_FORMAT | SheetFormat {
  const faults = new FaultCollector();
  const format = faults.check(() => parseFormat(options.format, OFFERED));
  const decimal = faults.check(() => readChoice(options.decimal, 'decimal', SIGNS)) ?? '.';
  const given = faults.check(() => readChoice(options.sep, 'sep', SEPARATORS));
  faults.throwIfAny();
  const separator = given ?? (decimal === ',' ? ';' : ',');
  const name = format?.name ?? 'csv';
  if (name === 'csv' && separator === decimal) throw refuseCommas();
  if (name === 'json') return JSON_FORMAT;
  const hasRuns = options.kinds?.trim().toLowerCase() === 'true';
  return sheetFormat(name, { zone: zone.name, decimal, separator, hasRuns });
}

function refuseCommas(): Refusal {
  const message = 'a comma cannot be both the decimal sign and between cells; give sep=;';
  const faults = ['decimal', 'sep'].map((field) => ({ field, message }));
  return new Refusal('field_invalid', message, { faults });
}
