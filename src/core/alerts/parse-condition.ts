// Reads the condition of an alert from text: `dehrprice < 0 for 2h within tomorrow`. docs/reference/alerts.md has
// the grammar.

import {
  type Comparison,
  type Condition,
  MOST_DAYS_WITHIN,
  type RunChoice,
  spanOfWithin,
  type Within,
} from '#core/alerts/condition';
import { ConditionWords } from '#core/alerts/condition-words';
import { Refusal, refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import { DURATION_FORMS, readDuration } from '#core/time/duration';
import { DAY_MS, type Instant } from '#core/time/instant';
import { MOMENT_FORMS, parseMoment } from '#core/time/moment';
import type { Zone } from '#core/time/zone';

export const LONGEST_CONDITION = 300;
export const MOST_RUNS = 100;

/** The kinds of conditions, as a refusal and the docs show them. */
export const CONDITION_FORMS: readonly string[] = [
  'SERIES < NUMBER [for DURATION] [within PERIOD] [in newest run [of SOURCE]]',
  'jump of SERIES > NUMBER between runs [of SOURCE] [within PERIOD]',
  'SERIES late',
  'gap in SERIES [for DURATION] [within PERIOD]',
  'held values in SERIES',
  'accuracy of SERIES worse than NUMBER over N runs [of SOURCE]',
];

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  '<': '<',
  '<=': '<=',
  '≤': '<=',
  '>': '>',
  '>=': '>=',
  '≥': '>=',
};
const PATTERN = /^[a-z0-9_.*-]{1,64}$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/;
const COUNT = /^\d{1,4}$/;
const DEFAULT_GAP_WITHIN: Within = { kind: 'last', ms: 7 * DAY_MS };
/** The forms of a period without `first` and `last`, which need a series. */
const PERIOD_FORMS = [
  ...MOMENT_FORMS.filter((form) => !/^(first|last)\b/.test(form)),
  ...['PERIOD to PERIOD', 'last DURATION', 'next DURATION'],
];

/** Reads a condition. Named days are checked at `now`. */
export function parseCondition(given: string, field: string, now: Instant, zone: Zone): Condition {
  if (given.trim() === '') {
    throw refuseField('condition_invalid', field, 'a condition is needed', CONDITION_FORMS);
  }
  if (given.length > LONGEST_CONDITION) {
    const message = `a condition has at most ${LONGEST_CONDITION} characters; given: ${given.length}`;
    throw refuseField('condition_invalid', field, message);
  }
  const words = new ConditionWords(given, field);
  const condition = readCondition(words);
  if (words.next !== undefined) throw words.refuse(['the end']);
  if ('within' in condition && condition.within) checkWithin(condition.within, field, now, zone);
  return condition;
}

function readCondition(words: ConditionWords): Condition {
  if (words.takeIf('jump', 'of')) return readJump(words);
  if (words.takeIf('gap', 'in')) {
    const pattern = readPattern(words);
    const forMs = readFor(words);
    return { kind: 'gap', pattern, forMs, within: readWithin(words) ?? DEFAULT_GAP_WITHIN };
  }
  if (words.takeIf('held', 'values', 'in')) return { kind: 'held', pattern: readPattern(words) };
  if (words.takeIf('accuracy', 'of')) return readAccuracy(words);
  const pattern = readPattern(words);
  if (words.takeIf('late') || words.takeIf('is', 'late')) return { kind: 'late', pattern };
  const comparison = readComparison(words, [...Object.keys(COMPARISONS), 'late']);
  const bound = readNumber(words);
  const forMs = readFor(words);
  const within = readWithin(words);
  return { kind: 'values', pattern, comparison, bound, forMs, within, run: readRunChoice(words) };
}

function readJump(words: ConditionWords): Condition {
  const pattern = readPattern(words);
  if (!words.takeIf('>')) throw words.refuse(['>']);
  const bound = readNumber(words);
  if (bound < 0) throw words.goBack(1).refuse(['0 or more'], 'a jump is not negative');
  words.require('between', 'runs');
  const source = readSource(words);
  return { kind: 'jump', pattern, bound, source, within: readWithin(words) };
}

function readAccuracy(words: ConditionWords): Condition {
  const pattern = readPattern(words);
  words.require('worse', 'than');
  const bound = readNumber(words);
  words.require('over');
  const count = words.take() ?? '';
  const runs = COUNT.test(count) ? Number(count) : 0;
  if (runs < 1 || runs > MOST_RUNS) {
    throw words.goBack(1).refuse([`1 to ${MOST_RUNS}`], 'not a number of runs');
  }
  if (!words.takeIf('runs')) words.require('run');
  return { kind: 'accuracy', pattern, bound, runs, source: readSource(words) };
}

function readPattern(words: ConditionWords): string {
  const pattern = (words.take() ?? '').toLowerCase().replace(/\*+/g, '*');
  if (PATTERN.test(pattern)) return pattern;
  throw words.goBack(1).refuse(CONDITION_FORMS, 'a series or a pattern such as de* is needed');
}

function readComparison(words: ConditionWords, allowed: readonly string[]): Comparison {
  const comparison = COMPARISONS[words.next ?? ''];
  if (comparison === undefined) throw words.refuse(allowed);
  words.take();
  return comparison;
}

function readNumber(words: ConditionWords): number {
  const text = words.take() ?? '';
  const value = NUMBER.test(text.toLowerCase()) ? Number(text) : Number.NaN;
  // Adding 0 turns -0 into 0.
  if (Number.isFinite(value)) return value + 0;
  throw words.goBack(1).refuse(['a number such as 0, -20 or 12.5'], 'not a number');
}

/** Reads `for 2h`. */
const readFor = (words: ConditionWords): number => (words.takeIf('for') ? readLength(words) : 0);

function readLength(words: ConditionWords): number {
  const alone = readDuration(words.next ?? '');
  if (alone !== undefined) words.take();
  const ms = alone ?? readDuration(`${words.next} ${words.afterNext}`);
  if (ms === undefined) throw words.refuse(DURATION_FORMS, 'not a length of time');
  const taken = alone === undefined ? 2 : 1;
  if (taken === 2) words.takeIf(words.next!, words.afterNext!);
  if (ms > 0 && ms <= MOST_DAYS_WITHIN * DAY_MS) return ms;
  throw words.goBack(taken).refuse(DURATION_FORMS, `1 min to ${MOST_DAYS_WITHIN} days are allowed`);
}

/** Reads `within tomorrow`, `within today to today+6`, `within 7 days`, `within next 24 h`. */
function readWithin(words: ConditionWords): Within | undefined {
  if (!words.takeIf('within')) return undefined;
  if (words.takeIf('next')) return { kind: 'next', ms: readLength(words) };
  const isLast = words.takeIf('last') || words.takeIf('the', 'last');
  const isLength =
    readDuration(words.next ?? '') ?? readDuration(`${words.next} ${words.afterNext}`);
  if (isLast || isLength !== undefined) return { kind: 'last', ms: readLength(words) };
  const from = words.takeUntil('to', 'in');
  if (from === '') throw words.refuse(PERIOD_FORMS, 'a period is needed');
  const to = words.takeIf('to') ? words.takeUntil('in') : from;
  if (to === '') throw words.refuse(PERIOD_FORMS, 'a period is needed');
  return { kind: 'named', from, to };
}

/** Reads `in newest run of gridtide`. */
function readRunChoice(words: ConditionWords): RunChoice | undefined {
  if (words.next === undefined) return undefined;
  if (!words.takeIf('in')) throw words.refuse(['for', 'within', 'in newest run', 'the end']);
  words.takeIf('the');
  words.require('newest', 'run');
  return { source: readSource(words) };
}

function readSource(words: ConditionWords): string | undefined {
  if (!words.takeIf('of')) return undefined;
  const source = words.take();
  if (source === undefined)
    throw words.goBack(1).refuse(['the name of a source'], 'a source is needed');
  return source;
}

function checkWithin(within: Within, field: string, now: Instant, zone: Zone): void {
  if (within.kind !== 'named') return;
  for (const text of [within.from, within.to]) checkPeriod(text, field, now, zone);
  const { start, end } = spanOfWithin(within, now, zone);
  if (end > start && end - start <= MOST_DAYS_WITHIN * DAY_MS) return;
  const given = quoteGiven(`${within.from} to ${within.to}`);
  const message = `a period has 1 to ${MOST_DAYS_WITHIN} days, forward; given: ${given}`;
  throw refuseField('condition_invalid', field, message, PERIOD_FORMS);
}

function checkPeriod(text: string, field: string, now: Instant, zone: Zone): void {
  try {
    const moment = parseMoment(text, field, now, zone, 'first');
    if (!('keyword' in moment)) return;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = error.faults[0]?.message ?? error.message;
    throw refuseField('condition_invalid', field, message, PERIOD_FORMS);
  }
  const message = `${quoteGiven(text)} is a time of a series; a period of the calendar is needed`;
  throw refuseField('condition_invalid', field, message, PERIOD_FORMS);
}
