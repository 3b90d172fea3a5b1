// Checks a link before it is made: its question is settled once, by the plan of its owner, so that a link that could
// never answer is refused at once.

import type { Caller } from '#accounts/authenticate';
import { readKeyEnd } from '#accounts/keys/key-end';
import { checkLinkName, type NewLink } from '#accounts/links/question-links';
import type { LinkQuery, NewLinkBody } from '#contract/links';
import { type FieldFault, Refusal, refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import type { Instant } from '#core/time/instant';
import { parseMoment } from '#core/time/moment';
import type { Zone } from '#core/time/zone';
import { optionsOf, readLinkFormat } from '#http/api/v1/links/link-format';
import {
  type AskedPath,
  readPath,
  readSeriesQuestion,
  readSliceQuestion,
  writePath,
} from '#http/api/v1/links/question';
import { type ServiceContext, settleAsOf } from '#service/context';
import { settleSeries } from '#service/series/settle-series';

/** The most characters of a field: no keyword, date or source has half as many. */
const LONGEST_FIELD = 200;

/** Reads a new link; refuses naming each field at fault. */
export async function checkLink(
  body: NewLinkBody,
  caller: Caller,
  context: ServiceContext,
  now: Instant,
): Promise<NewLink> {
  if (body.path === undefined) {
    throw refuseField('field_missing', 'path', 'the path that is asked is needed');
  }
  const faults = new FaultCollector();
  const name = faults.check(() => checkLinkName(body.name));
  const expiresAt = faults.check(() => readKeyEnd(body.expires, 'expires', now, context.zone));
  const path = faults.check(() => readPath(body.path));
  faults.throwIfAny();
  try {
    const query = readFields(path!, body.query ?? {});
    await settle(path!, query, caller, context, now);
    const stored = freeze(query, now, context.zone);
    return { name: name!, expiresAt: expiresAt!, path: writePath(path!), query: stored };
  } catch (error) {
    throw error instanceof Refusal ? withinBody(error) : error;
  }
}

/** Returns the fields that are given; refuses those that the path does not have. */
function readFields(path: AskedPath, query: LinkQuery): Record<string, string> {
  const allowed = [...new Set([...path.fields, ...optionsOf(path.kind)])];
  const fields: Record<string, string> = {};
  for (const [field, given] of Object.entries(query)) {
    const text = given.trim();
    if (text === '') continue;
    if (!allowed.includes(field)) {
      throw refuseField('field_unknown', field, `${path.form} has no such field`, allowed);
    }
    if (text.length > LONGEST_FIELD) {
      const message = `${text.length} characters were given; at most ${LONGEST_FIELD} are allowed`;
      throw refuseField('field_invalid', field, message);
    }
    fields[field] = text;
  }
  return fields;
}

/** Settles the question once, and reads no value. */
async function settle(
  path: AskedPath,
  query: LinkQuery,
  caller: Caller,
  context: ServiceContext,
  now: Instant,
): Promise<void> {
  const isSheet = 'sheet' in readLinkFormat(query, context.zone);
  if (path.kind === 'series') {
    const { wanted, asOf } = readSeriesQuestion(path, query, isSheet, now, context);
    await settleAsOf(context, asOf, 'asOf', (past) => settleSeries(wanted, caller, past));
    return;
  }
  const { wanted, asOf } = await readSliceQuestion(path, query, now, context);
  const { settleSlice } = await import('#service/slices/settle-slice');
  const { requireKnownBy } = await import('#service/slices/require-known-by');
  await settleAsOf(context, asOf, 'asOf', async (past) =>
    requireKnownBy(await settleSlice(wanted, caller, past), context, past),
  );
}

/** Replaces a keyword in `asOf` by the instant that it means now: asOf freezes a link, keywords keep it moving. */
function freeze(
  query: Readonly<Record<string, string>>,
  now: Instant,
  zone: Zone,
): Readonly<Record<string, string>> {
  if (query.asOf === undefined) return query;
  const moment = parseMoment(query.asOf, 'asOf', now, zone, 'second');
  if ('keyword' in moment) return query;
  return { ...query, asOf: new Date(moment.end - 1).toISOString() };
}

/** Names the fields of a question as the body has them. */
function withinBody({ code, message, faults, retryAfterSeconds }: Refusal): Refusal {
  const inBody = ({ field, ...fault }: FieldFault): FieldFault => ({
    ...fault,
    field: field === 'seriesId' ? 'path' : `query.${field}`,
  });
  return new Refusal(code, message, {
    faults: faults.map(inBody),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
