// Answers requests of the Prometheus-compatible interface: reads their fields, asks the services, and writes.

import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  InstantQuery,
  LabelParams,
  ListQuery,
  MetricsQuery,
  RangeQuery,
} from '#contract/prometheus';
import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import type { Steps } from '#core/values/step-means';
import { JSON_TYPE } from '#http/answer/send-bytes';
import { takeMemory } from '#http/answer/unsent-answers';
import { callerOf } from '#http/request/request-facts';
import type { AboutParts, ReadParts } from '#http/request/server-parts';
import { POINTS_A_PIECE, writeSteps } from '#http/writers/write-steps';
import { parseAsOf } from '#service/context';
import { readFromOneState } from '#service/one-state';
import {
  describeMetrics,
  type Listed,
  listLabelNames,
  listLabelValues,
  listTimeSeries,
  MOST_LISTED,
} from '#service/prometheus/list-labels';
import { readInstant, readStep } from '#service/prometheus/read-durations';
import { type Query, readQuery, readSelector } from '#service/prometheus/read-query';
import { readSteps } from '#service/prometheus/read-steps';

type Parts = Pick<ReadParts, 'context'> & Pick<AboutParts, 'version'>;

/** Prometheus is asked by many tools which of its versions it is: this one has all that is served here. */
const LIKE_PROMETHEUS = '2.24.0';
/** The most selectors of a list. */
const MOST_SELECTORS = 20;

/** The fields of a request, in its address or in its form. A selector may be in both. */
function fieldsOf<T extends object>({ query, body }: FastifyRequest): T {
  const [address, form] = [(query ?? {}) as ListQuery, (body ?? {}) as ListQuery];
  const selectors = [address['match[]'] ?? [], form['match[]'] ?? []].flat();
  return { ...address, ...form, 'match[]': selectors } as T;
}

const isGiven = (text: string | undefined): text is string =>
  text !== undefined && text.trim() !== '';

interface Wanted {
  readonly query: Query;
  readonly steps: Steps;
  readonly asOf: Instant | undefined;
}

/** GET or POST …/query */
export async function answerQuery(request: FastifyRequest, reply: FastifyReply, parts: Parts) {
  const fields = fieldsOf<InstantQuery>(request);
  const faults = new FaultCollector();
  const { time } = fields;
  const query = faults.check(() => readQuery(fields.query, 'query'));
  const start = isGiven(time) ? faults.check(() => readInstant(time, 'time')) : request.now;
  const asOf = faults.check(() => asOfOf(fields, request, parts));
  faults.throwIfAny();
  // The mean over a millisecond is the value of the interval that contains it.
  const steps = { start: start!, stepMs: 1, count: 1 };
  return answer('vector', { query: query!, steps, asOf }, request, reply, parts);
}

/** GET or POST …/query_range */
export async function answerRange(request: FastifyRequest, reply: FastifyReply, parts: Parts) {
  const fields = fieldsOf<RangeQuery>(request);
  const faults = new FaultCollector();
  const needed = <T>(name: 'start' | 'end' | 'step', read: (text: string, field: string) => T) =>
    faults.check(() => {
      const text = fields[name];
      if (isGiven(text)) return read(text, name);
      throw refuseField('field_missing', name, `${name} is needed`);
    });
  const query = faults.check(() => readQuery(fields.query, 'query'));
  const [start, end] = [needed('start', readInstant), needed('end', readInstant)];
  const stepMs = needed('step', readStep);
  const asOf = faults.check(() => asOfOf(fields, request, parts));
  faults.throwIfAny();
  if (end! < start!) throw refuseField('span_reversed', 'start', 'start is after end');
  const steps = {
    start: start!,
    stepMs: stepMs!,
    count: Math.floor((end! - start!) / stepMs!) + 1,
  };
  return answer('matrix', { query: query!, steps, asOf }, request, reply, parts);
}

const asOfOf = (
  { asOf }: { readonly asOf?: string },
  { now }: FastifyRequest,
  { context }: Parts,
): Instant | undefined => parseAsOf(asOf, 'asOf', now, context.zone);

async function answer(
  form: 'vector' | 'matrix',
  { query, steps, asOf }: Wanted,
  request: FastifyRequest,
  reply: FastifyReply,
  { context }: Parts,
) {
  const caller = callerOf(request);
  const read = await request.stopwatch.time('read', () =>
    readFromOneState(context, asOf, 'asOf', (state) => readSteps(query, steps, caller, state)),
  );
  const points = read.series.reduce((sum, { values }) => sum + values.length, 0);
  takeMemory(reply, points);
  const isScalar = form === 'vector' && query.kind === 'number' && !query.isVector;
  return send(reply, points, writeSteps(read, isScalar ? 'scalar' : form));
}

/** Sends an answer: as a whole if it is small, else piece by piece with other requests in between. */
function send(reply: FastifyReply, points: number, pieces: Iterable<string>): FastifyReply {
  reply.header('content-type', JSON_TYPE);
  if (points <= POINTS_A_PIECE) return reply.send([...pieces].join(''));
  return reply.send(Readable.from(withPauses(pieces), { objectMode: false }));
}

async function* withPauses(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield Buffer.from(piece);
    await nextTurn();
  }
}

interface ListFields {
  readonly request: {
    readonly selectors: ReturnType<typeof readSelector>[];
    readonly limit: number;
  };
  readonly asOf: Instant | undefined;
}

/** Reads the fields of a list. */
function readList(request: FastifyRequest, parts: Parts, isNeeded = false): ListFields {
  const fields = fieldsOf<ListQuery>(request);
  const faults = new FaultCollector();
  const texts = (fields['match[]'] as string[]).filter(isGiven);
  const selectors = faults.check(() => {
    if (isNeeded && texts.length === 0)
      throw refuseField('field_missing', 'match[]', 'at least one selector is needed');
    if (texts.length <= MOST_SELECTORS) return texts.map((text) => readSelector(text, 'match[]'));
    const message = `${texts.length} selectors were given; at most ${MOST_SELECTORS} are allowed`;
    throw refuseField('field_invalid', 'match[]', message);
  });
  const limit = faults.check(() => readLimit(fields.limit));
  const asOf = faults.check(() => asOfOf(fields, request, parts));
  faults.throwIfAny();
  return { request: { selectors: selectors!, limit: limit! }, asOf };
}

/** Tools write 0 for no limit, and more than a list ever has. */
function readLimit(given: string | undefined): number {
  if (!isGiven(given) || /^0+$/.test(given.trim())) return MOST_LISTED;
  if (/^\d{1,15}$/.test(given.trim())) return Math.min(Number(given), MOST_LISTED);
  throw refuseField('field_invalid', 'limit', `not a whole number: ${quoteGiven(given)}`);
}

async function answerList<T>(
  request: FastifyRequest,
  { context }: Parts,
  asOf: Instant | undefined,
  list: (state: Parts['context']) => Promise<Listed<T>>,
) {
  const { entries, warnings } = await request.stopwatch.time('read', () =>
    readFromOneState(context, asOf, 'asOf', list),
  );
  return { status: 'success', data: entries, ...(warnings.length > 0 ? { warnings } : {}) };
}

/** GET or POST …/labels */
export async function answerLabels(request: FastifyRequest, _reply: FastifyReply, parts: Parts) {
  const { request: wanted, asOf } = readList(request, parts);
  const caller = callerOf(request);
  return answerList(request, parts, asOf, (state) => listLabelNames(wanted, caller, state));
}

/** GET or POST …/series */
export async function answerSeries(request: FastifyRequest, _reply: FastifyReply, parts: Parts) {
  const { request: wanted, asOf } = readList(request, parts, true);
  const caller = callerOf(request);
  return answerList(request, parts, asOf, (state) => listTimeSeries(wanted, caller, state));
}

/** GET …/label/{label}/values */
export async function answerValues(request: FastifyRequest, _reply: FastifyReply, parts: Parts) {
  const { request: wanted, asOf } = readList(request, parts);
  const { label } = request.params as LabelParams;
  const caller = callerOf(request);
  return answerList(request, parts, asOf, (state) => listLabelValues(label, wanted, caller, state));
}

/** GET …/metadata */
export async function answerMetrics(
  request: FastifyRequest,
  _reply: FastifyReply,
  { context }: Parts,
) {
  const { metric, limit } = request.query as MetricsQuery;
  const wanted = { metric: isGiven(metric) ? metric.trim() : undefined, limit: readLimit(limit) };
  const caller = callerOf(request);
  const data = await request.stopwatch.time('read', () =>
    readFromOneState(context, undefined, 'asOf', (state) => describeMetrics(wanted, caller, state)),
  );
  return { status: 'success', data };
}

/** GET …/status/buildinfo */
export async function answerBuild(
  _request: FastifyRequest,
  _reply: FastifyReply,
  { version }: Parts,
) {
  const none = { branch: 'gridtide', buildUser: '', buildDate: '', goVersion: '' };
  return { status: 'success', data: { version: LIKE_PROMETHEUS, revision: version, ...none } };
}
