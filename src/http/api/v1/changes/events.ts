// GET /api/v1/changes: the log of changes, page by page; GET /api/v1/changes/stream: the same as it grows.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EventsAnswer, EventsQuery, MOST_EVENTS, MOST_WAIT_SECONDS } from '#contract/changes';
import { FaultCollector } from '#core/fault-collector';
import { DAY_MS, SECOND_MS } from '#core/time/instant';
import { allowCoding } from '#http/answer/content-coding';
import type {
  EventFollowers,
  EventRequest,
  FollowerParts,
} from '#http/api/v1/changes/event-followers';
import type { EventStream } from '#http/api/v1/changes/event-stream';
import { addRoute } from '#http/openapi/route';
import { parseCount } from '#http/request/query-values';
import { callerOf } from '#http/request/request-facts';

const USUAL_EVENTS = 100;
/** A client connects again after this time, and goes on behind its cursor. */
const LONGEST_STREAM_MS = DAY_MS;

/** A proxy that gathers an answer before it passes it on would keep events back. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

const REFUSES = ['field_invalid', 'cursor_gone'] as const;

export function addEventRoutes(app: FastifyInstance, parts: FollowerParts): void {
  let loading: Promise<EventFollowers> | undefined;
  // Loaded with the first reader: a server is ready sooner without it.
  const followers = (): Promise<EventFollowers> =>
    (loading ??= import('#http/api/v1/changes/event-followers').then(
      ({ EventFollowers }) => new EventFollowers(parts),
    ));
  app.addHook('preClose', async () => (await loading)?.close());

  addRoute<{ Querystring: EventsQuery }>(app, {
    method: 'GET',
    url: '/api/v1/changes',
    access: 'bearer',
    mayWait: true,
    tag: 'Changes',
    summary: 'What changed after a cursor: values, runs and series, in the order of the commits',
    description:
      'Each event is told at least once, in order, however old the cursor is. The plan decides which series are told. Repeat with after=`next`; while `more` is true, at once.',
    querystring: EventsQuery,
    answer: EventsAnswer,
    refuses: REFUSES,
    handler: async (request, reply) => {
      const asked = readRequest(request.query, USUAL_EVENTS, 0);
      reply.header('cache-control', 'no-store');
      // An event names series, times and alerts, and nothing that the caller sends. A wait is over before it is packed.
      allowCoding(request, reply);
      return (await followers()).readPage(asked, callerOf(request), goneSignal(reply));
    },
  });

  addRoute<{ Querystring: EventsQuery }>(app, {
    method: 'GET',
    url: '/api/v1/changes/stream',
    access: 'bearer',
    mayWait: true,
    tag: 'Changes',
    summary: 'The same as a stream of server-sent events',
    description:
      'The id of each event is its cursor: a client that reconnects with Last-Event-ID goes on behind it. A line every five seconds shows that the connection lives, and has the cursor of what the filter left out. The stream ends after `limit` events or `wait` seconds if they are given.',
    querystring: EventsQuery,
    produces: { 'text/event-stream': { schema: { type: 'string' } } },
    refuses: REFUSES,
    handler: async (request, reply) => {
      const query = { ...request.query, after: lastEventIdOf(request) ?? request.query.after };
      const asked = readRequest(query, Number.POSITIVE_INFINITY, LONGEST_STREAM_MS);
      const stream = await (await followers()).openStream(asked, callerOf(request));
      reply.headers(STREAM_HEADERS);
      // A request for the headers alone has no stream to wait for.
      if (request.method !== 'HEAD') {
        endWithClient(stream, request);
        return reply.send(stream);
      }
      stream.destroy();
      return reply.send();
    },
  });
}

function readRequest(query: EventsQuery, usualLimit: number, usualWaitMs: number): EventRequest {
  const faults = new FaultCollector();
  const limit = faults.check(() => parseCount(query.limit, 'limit', MOST_EVENTS));
  const wait = faults.check(() => parseCount(query.wait, 'wait', MOST_WAIT_SECONDS));
  faults.throwIfAny();
  const waitMs = wait === undefined ? usualWaitMs : wait * SECOND_MS;
  return { query, limit: limit ?? usualLimit, waitMs };
}

function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Ends a stream when its client ends its side: other answers are still waited for then, and this one has no end. */
function endWithClient(stream: EventStream, { raw: { socket } }: FastifyRequest): void {
  const end = (): void => stream.end();
  socket.once('end', end);
  stream.once('close', () => socket.off('end', end));
}

/** The cursor of a client that reconnects, which counts more than the address it began with. */
function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}
