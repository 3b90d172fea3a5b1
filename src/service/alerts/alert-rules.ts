// Rules of alerts: checked, added, removed and silenced. A user's rules are judged by the user's plan.

import { randomBytes } from 'node:crypto';
import { NOT_IN_LINES } from '#accounts/boards/check-board';
import { parseCondition } from '#core/alerts/parse-condition';
import { Refusal, refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { quoteGiven } from '#core/nearest';
import { DURATION_FORMS, readDuration } from '#core/time/duration';
import { DAY_MS, type Instant } from '#core/time/instant';
import { MOMENT_FORMS, parseMoment } from '#core/time/moment';
import type { Zone } from '#core/time/zone';
import type { AlertReader, AlertRule, AlertSilence } from '#store/alert-store';
import type { SeriesWriter } from '#store/series-store';

export const MOST_RULES_OF_USER = 20;
export const MOST_RULES_OF_OPERATORS = 200;
export const MOST_EMAILS = 5;
export const LONGEST_NAME = 80;
const LONGEST_EMAIL = 254;
const LONGEST_WAIT_MS = 30 * DAY_MS;
const LONGEST_SILENCE_MS = 366 * DAY_MS;
const ID_BYTES = 8;
/** One `@`, no blanks and nothing that a header or a list of addresses could be made of. */
const EMAIL = /^[A-Za-z0-9._%+'-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

/** A rule as it was sent: its fields may be missing. */
export interface RuleDraft {
  readonly name?: string | undefined;
  readonly condition?: string | undefined;
  readonly wait?: string | undefined;
  readonly emails?: readonly string[] | undefined;
}

export type RuleContent = Pick<AlertRule, 'name' | 'condition' | 'waitMs' | 'emails'>;

/** Checks a new rule. `owner` null: a rule of the operators. */
export function checkRule(
  draft: RuleDraft,
  owner: string | null,
  now: Instant,
  zone: Zone,
): RuleContent {
  const faults = new FaultCollector();
  const name = faults.check(() => checkName(draft.name));
  const condition = faults.check(() => checkCondition(draft.condition, owner, now, zone));
  const waitMs = faults.check(() => readWait(draft.wait, 'wait'));
  const emails = faults.check(() => checkEmails(draft.emails ?? []));
  faults.throwIfAny();
  return { name: name!, condition: condition!, waitMs: waitMs!, emails: emails! };
}

function checkName(given: string | undefined): string {
  if (given === undefined) throw refuseField('field_missing', 'name', 'a name is needed');
  const name = given.trim();
  if (name !== '' && [...name].length <= LONGEST_NAME && !NOT_IN_LINES.test(name)) return name;
  const rule = `a name is 1 to ${LONGEST_NAME} characters in one line, without controls`;
  throw refuseField('field_invalid', 'name', `${rule}; given: ${quoteGiven(given)}`);
}

/** Returns the condition as it is stored: with one blank between words. */
function checkCondition(
  given: string | undefined,
  owner: string | null,
  now: Instant,
  zone: Zone,
): string {
  const { kind } = parseCondition(given ?? '', 'condition', now, zone);
  if (kind === 'held' && owner !== null) {
    const message = 'what is held for review is told to operators only';
    throw refuseField('condition_invalid', 'condition', message);
  }
  return given!.trim().replace(/\s+/g, ' ');
}

/** Reads how long a condition is pending; 0 if it is left out. */
export function readWait(given: string | undefined, field: string): number {
  if (given === undefined || given.trim() === '' || given.trim() === '0') return 0;
  const ms = readDuration(given);
  if (ms !== undefined && ms <= LONGEST_WAIT_MS) return ms;
  const message = `not a length of time up to 30 days: ${quoteGiven(given)}`;
  throw refuseField('field_invalid', field, message, ['0', ...DURATION_FORMS]);
}

function checkEmails(given: readonly string[]): string[] {
  const emails = [...new Set(given.map((email) => email.trim()))];
  if (emails.length > MOST_EMAILS) {
    const message = `at most ${MOST_EMAILS} addresses are allowed; given: ${emails.length}`;
    throw refuseField('field_invalid', 'emails', message);
  }
  const wrong = emails.find((email) => email.length > LONGEST_EMAIL || !EMAIL.test(email));
  if (wrong === undefined) return emails;
  const message = `not an e-mail address: ${quoteGiven(wrong)}`;
  throw refuseField('field_invalid', 'emails', message, ['desk@example.com']);
}

/** Adds a checked rule within a write. */
export async function addRule(
  writer: SeriesWriter,
  owner: string | null,
  content: RuleContent,
  now: Instant,
): Promise<AlertRule> {
  const alerts = await writer.openAlerts();
  const most = owner === null ? MOST_RULES_OF_OPERATORS : MOST_RULES_OF_USER;
  const own = (await alerts.listRules()).filter((rule) => rule.owner === owner);
  if (own.length >= most) {
    const message = `there are ${most} alerts, the most that are allowed; remove one first`;
    throw refuseField('field_invalid', 'name', message);
  }
  const id = randomBytes(ID_BYTES).toString('hex');
  const rule: AlertRule = { id, owner, ...content, createdAt: now };
  if (await alerts.addRule(rule)) return rule;
  const message = `an alert has this name already: ${quoteGiven(content.name)}`;
  throw new Refusal('alert_taken', message, { faults: [{ field: 'name', message }] });
}

/** Finds a rule by its id, or by a name if only one rule has it. Rules of other owners are as if unknown. */
export async function findRule(
  alerts: AlertReader,
  given: string,
  isSeen: (rule: AlertRule) => boolean = () => true,
): Promise<AlertRule> {
  const rules = (await alerts.listRules()).filter(isSeen);
  const named = rules.filter(({ name }) => name.toLowerCase() === given.trim().toLowerCase());
  const rule = rules.find(({ id }) => id === given) ?? (named.length === 1 ? named[0] : undefined);
  if (rule) return rule;
  throw new Refusal('alert_unknown', 'no alert of yours has this id');
}

/** A silence as it was sent. */
export interface SilenceDraft {
  readonly until?: string | undefined;
  readonly series?: string | undefined;
}

/** Reads a silence: it ends with what `until` names, or after its length. */
export function readSilence(
  draft: SilenceDraft,
  ruleId: string,
  actor: string,
  now: Instant,
  zone: Zone,
): AlertSilence {
  const until = readEnd(draft, now, zone);
  if (until > now && until - now <= LONGEST_SILENCE_MS) {
    const code = draft.series?.trim().toLowerCase();
    return { ruleId, code: code === undefined || code === '' ? null : code, until, actor };
  }
  const message = `a silence ends after now, within 366 days; given: ${quoteGiven(draft.until!)}`;
  throw refuseField('field_invalid', 'until', message);
}

function readEnd({ until }: SilenceDraft, now: Instant, zone: Zone): Instant {
  const allowed = [...DURATION_FORMS, ...MOMENT_FORMS];
  if (until === undefined) {
    throw refuseField('field_missing', 'until', 'the end of the silence is needed', allowed);
  }
  const ms = readDuration(until);
  if (ms !== undefined) return now + ms;
  const moment = parseMoment(until, 'until', now, zone, 'second');
  if (!('keyword' in moment)) return moment.end;
  const message = `${quoteGiven(until)} is a time of a series`;
  throw refuseField('date_unknown', 'until', message, allowed);
}
