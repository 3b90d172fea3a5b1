// Which events a reader is told: those of the plan, narrowed by what was asked for.

import { type Caller, isOperator } from '#accounts/authenticate';
import { checkPattern, mayRead } from '#accounts/plans';
import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { Plan } from '#store/account-store';
import { type ChangeEvent, EVENT_TYPES } from '#store/change-event';

/** What a reader asks for, as it was given. A list is written with commas. */
export interface EventQuery {
  readonly series?: string | undefined;
  readonly area?: string | undefined;
  readonly category?: string | undefined;
  readonly kind?: string | undefined;
}

export interface EventFilter {
  /** Empty lists stand for all. */
  readonly patterns: readonly string[];
  readonly areas: readonly string[];
  readonly categories: readonly string[];
  /** Kinds (`run`) or types (`run.added`). */
  readonly kinds: readonly string[];
}

const kindOf = ({ type }: Pick<ChangeEvent, 'type'>): string => type.slice(0, type.indexOf('.'));

const EVENT_KINDS = [...new Set(EVENT_TYPES.map((type) => kindOf({ type })))];
/** The kind of which only operators are told. */
const OPERATOR_KIND = 'held';

const ALLOWED_KINDS: readonly string[] = [...EVENT_KINDS, ...EVENT_TYPES];
const MOST_IN_A_LIST = 50;

/** Refuses patterns that cannot be one, kinds that do not exist, and lists that are too long. */
export function parseEventFilter(query: EventQuery): EventFilter {
  const faults = new FaultCollector();
  const list = (field: keyof EventQuery): readonly string[] =>
    faults.check(() => parseList(query[field], field)) ?? [];
  const patterns = faults.check(() => parseList(query.series, 'series').map(checkPattern)) ?? [];
  const areas = list('area').map((area) => area.toUpperCase());
  const categories = list('category').map((category) => category.toLowerCase());
  const kinds = faults.check(() => parseKinds(query.kind)) ?? [];
  faults.throwIfAny();
  return { patterns, areas, categories, kinds };
}

function parseList(given: string | undefined, field: string): string[] {
  const items = (given ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length <= MOST_IN_A_LIST) return items;
  const message = `${items.length} entries were given; at most ${MOST_IN_A_LIST} are allowed`;
  throw refuseField('field_invalid', field, message, [`1 to ${MOST_IN_A_LIST} entries`]);
}

const parseKinds = (given: string | undefined): string[] =>
  checkKinds(parseList(given, 'kind'), 'kind');

/** Returns kinds and types as they are stored. Refuses those that do not exist. */
export function checkKinds(given: readonly string[], field: string): string[] {
  const kinds = given.map((kind) => kind.trim().toLowerCase());
  const unknown = kinds.find((kind) => !ALLOWED_KINDS.includes(kind));
  if (unknown === undefined) return kinds;
  const message = `unknown kind ${quoteGiven(unknown)}${didYouMean(unknown, ALLOWED_KINDS)}`;
  throw refuseField('field_invalid', field, message, ALLOWED_KINDS);
}

/** Whether a filter lets an event through, apart from any plan. */
export function fitsFilter(event: ChangeEvent, filter: EventFilter): boolean {
  const { patterns, areas, categories, kinds } = filter;
  const { code, area, category, type } = event;
  if (kinds.length > 0 && !kinds.includes(type) && !kinds.includes(kindOf(event))) return false;
  if (areas.length > 0 && !(area !== null && areas.includes(area))) return false;
  if (categories.length > 0 && !(category !== null && categories.includes(category))) return false;
  return patterns.length === 0 || mayRead({ patterns }, code);
}

/** Who is told of events. */
export interface EventReader {
  readonly plan: Pick<Plan, 'patterns'>;
  readonly userName: string;
  readonly isOperator: boolean;
}

/** Whether a caller is told of an event. */
export const isToldTo = (event: ChangeEvent, caller: Caller): boolean => {
  const { plan, user } = caller;
  return isInPlan(event, { plan, userName: user.name, isOperator: isOperator(caller) });
};

/**
 * Whether a reader is told of an event: the plan decides. Only operators are told what is held, and an alert of a
 * user's own rule is told to that user and to operators.
 */
export function isInPlan(event: ChangeEvent, reader: EventReader): boolean {
  if (!mayRead(reader.plan, event.code)) return false;
  const owner = event.alert?.owner ?? null;
  const isForAll = kindOf(event) !== OPERATOR_KIND && owner === null;
  return isForAll || owner === reader.userName || reader.isOperator;
}
