// /prometheus/api/v1: the reading part of Prometheus' interface, for Grafana and tools alike. What answers is
// loaded with the first request: a server is ready sooner without it.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  BuildAnswer,
  InstantQuery,
  LabelParams,
  LabelsAnswer,
  ListQuery,
  MetricsAnswer,
  MetricsQuery,
  QueryAnswer,
  RangeQuery,
  SelectionQuery,
  TextsAnswer,
} from '#contract/prometheus';
import { Refusal } from '#core/errors';
import type { RefusalCode } from '#core/refusal-table';
import { allowCoding } from '#http/answer/content-coding';
import { addRoute, type Route } from '#http/openapi/route';
import type { AboutParts, ReadParts } from '#http/request/server-parts';
import { AS_OF_REFUSALS } from '#service/context';

const PATH = '/prometheus/api/v1';

type Parts = Pick<ReadParts, 'context'> & Pick<AboutParts, 'version'>;
type Answers = typeof import('#http/api/prometheus/answers');
type Reading = (request: FastifyRequest, reply: FastifyReply, parts: Parts) => Promise<unknown>;

/** A path with its fields, which a GET has in its address and a POST in a form. */
interface Facts extends Pick<Route<object>, 'summary' | 'description' | 'params' | 'answer'> {
  readonly path: string;
  readonly methods?: readonly ('GET' | 'POST')[];
  readonly fields?: unknown;
  readonly refuses?: readonly RefusalCode[];
}

const FORM = 'application/x-www-form-urlencoded';
/** More than any selector needs. */
const MOST_FIELDS = 500;

export function addPrometheusRoutes(app: FastifyInstance, parts: Parts): void {
  // Forms are read here and nowhere else.
  void app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, text, done) => {
      try {
        done(null, readForm(text as string));
      } catch (error) {
        done(error as Error);
      }
    });
    // A POST may have everything in its address.
    scope.addHook('preValidation', async (request) => {
      if (request.method === 'POST') request.body ??= {};
    });
    addQueryRoutes(scope, parts);
    addListRoutes(scope, parts);
  });
}

/** Reads a form; a field that is repeated becomes a list. */
function readForm(text: string): Record<string, string | string[]> {
  const form: Record<string, string | string[]> = Object.create(null);
  if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS)
    throw new Refusal('body_too_large', `the form has more than ${MOST_FIELDS} fields`);
  for (const [name, value] of new URLSearchParams(text)) {
    const known = form[name];
    form[name] = known === undefined ? value : [known, value].flat();
  }
  return form;
}

function addReading(
  app: FastifyInstance,
  parts: Parts,
  { path, methods = ['GET'], fields, refuses = [], ...facts }: Facts,
  choose: (answers: Answers) => Reading,
): void {
  const shared = {
    ...facts,
    url: `${PATH}/${path}`,
    tag: 'Prometheus',
    access: 'basic' as const,
    refuses: ['field_invalid', ...AS_OF_REFUSALS, 'data_damaged', ...refuses] as const,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = choose(await import('#http/api/prometheus/answers'));
      reply.header('cache-control', 'no-store');
      allowCoding(request, reply);
      return answer(request, reply, parts);
    },
  };
  for (const method of methods) {
    if (method === 'GET') addRoute(app, { ...shared, method, querystring: fields });
    else
      addRoute(app, {
        ...{ ...shared, method, body: fields, consumes: [FORM, 'application/json'] },
        summary: `${facts.summary}, asked with a form`,
      });
  }
}

const BOTH = ['GET', 'POST'] as const;

function addQueryRoutes(app: FastifyInstance, parts: Parts): void {
  const refuses = ['field_missing', 'too_many_points'] as const;
  const query: Facts = {
    ...{ path: 'query', methods: BOTH },
    summary: 'The values of a query at one time',
    description:
      'The value of each time series whose interval contains the time. A metric is a category; labels are series, area, source (of a run; observed values have none) and lead. Refusals have Prometheus’ shape.',
    ...{ fields: InstantQuery, answer: QueryAnswer, refuses },
  };
  addReading(app, parts, query, ({ answerQuery }) => answerQuery);
  const range: Facts = {
    ...{ path: 'query_range', methods: BOTH },
    summary: 'The values of a query over a span',
    description:
      'Each value is the mean over the step that begins at its time, not a sample. The future is part of it: the newest run of each source. A gap has no sample.',
    ...{ fields: RangeQuery, answer: QueryAnswer, refuses: [...refuses, 'span_reversed'] },
  };
  addReading(app, parts, range, ({ answerRange }) => answerRange);
}

function addListRoutes(app: FastifyInstance, parts: Parts): void {
  const labels = { path: 'labels', methods: BOTH, summary: 'The names of labels' };
  addReading(
    app,
    parts,
    { ...labels, fields: ListQuery, answer: TextsAnswer },
    ({ answerLabels }) => answerLabels,
  );
  const series = { path: 'series', methods: BOTH, summary: 'Time series as their labels' };
  addReading(
    app,
    parts,
    { ...series, fields: SelectionQuery, answer: LabelsAnswer, refuses: ['field_missing'] },
    ({ answerSeries }) => answerSeries,
  );
  const values = { path: 'label/:label/values', summary: 'The values of a label' };
  addReading(
    app,
    parts,
    { ...values, params: LabelParams, fields: ListQuery, answer: TextsAnswer },
    ({ answerValues }) => answerValues,
  );
  const metrics = { path: 'metadata', summary: 'What the metrics are' };
  addReading(
    app,
    parts,
    { ...metrics, fields: MetricsQuery, answer: MetricsAnswer },
    ({ answerMetrics }) => answerMetrics,
  );
  const build = { path: 'status/buildinfo', summary: 'What kind of server this is' };
  addReading(app, parts, { ...build, answer: BuildAnswer }, ({ answerBuild }) => answerBuild);
}
