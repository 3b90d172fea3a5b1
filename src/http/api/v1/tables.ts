// GET /api/v1/tables: tables in Parquet that DuckDB, polars and pyarrow read in place, by parts of the file.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TableParams, TablesAnswer } from '#contract/tables';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { StoreParts, TableParts } from '#http/request/server-parts';
import type { OpenedTables } from '#http/tables/open-tables';
import type { ServiceContext } from '#service/context';
import { findSeriesOrRefuse, requireSubscription } from '#service/series/find-series';

type Parts = StoreParts & TableParts & { readonly context: ServiceContext };

interface Shape {
  Params: TableParams;
}

const PATH = '/api/v1/tables/:table/:pattern/:file';

export function addTableRoutes(app: FastifyInstance, parts: Parts): void {
  let opening: Promise<OpenedTables> | undefined;
  // Loaded with the first table: a server is ready sooner without it.
  const tables = (): Promise<OpenedTables> =>
    (opening ??= import('#http/tables/open-tables').then(({ openTables }) => openTables(parts)));
  app.addHook('onClose', async () => (await opening)?.close());

  addRoute(app, {
    method: 'GET',
    url: '/api/v1/tables',
    access: 'bearer',
    tag: 'Tables',
    summary: 'Tables in Parquet that programs read in place',
    description:
      'Each is a file for each pattern of identifiers and year, with the series that the plan includes. DuckDB and pyarrow, which polars and pandas can read with, ask for the parts that they need by ranges of bytes.',
    answer: TablesAnswer,
    refuses: [],
    handler: (request, reply) => listTables(request, reply, parts),
  });

  addRoute<Shape>(app, {
    method: 'GET',
    url: PATH,
    access: 'bearer',
    tag: 'Tables',
    summary: 'A table of a year as a Parquet file, whole or in part',
    description:
      'HEAD tells the length. A Range of bytes, from the end too, gets 206; If-Range, If-Match and If-None-Match work with the ETag, which is that of the content. Row groups are by series. The file is made when it is first asked for.',
    params: TableParams,
    produces: {
      'application/vnd.apache.parquet': { schema: { type: 'string', format: 'binary' } },
    },
    refuses: [
      ...(['field_invalid', 'series_unknown', 'subscription_required'] as const),
      ...(['too_many_points', 'range_unsatisfiable', 'precondition_failed'] as const),
    ],
    handler: (request, reply) => answerTable(request, reply, parts, tables),
  });
}

async function listTables(request: FastifyRequest, reply: FastifyReply, parts: Parts) {
  const { store, zone } = parts.context;
  const { plan } = callerOf(request);
  const { version, updatedAt } = await store.readCatalogState();
  const address = `${request.protocol}://${request.host}`;
  const { patterns, pointsPerAnswer } = plan;
  const tag = etagOf('tables', version, address, patterns.join(' '), pointsPerAnswer, zone.name);
  if (isUnchanged(request, reply, tag, updatedAt)) return reply.send();
  const described = await import('#service/tables/describe-tables');
  const { coverageOf, describeTables, mostTablePoints } = described;
  const coverage = await request.stopwatch.time('read', () => coverageOf(store, plan, zone));
  return describeTables(address, coverage, mostTablePoints(plan));
}

async function answerTable(
  request: FastifyRequest<Shape>,
  reply: FastifyReply,
  { context }: Parts,
  tables: () => Promise<OpenedTables>,
): Promise<FastifyReply> {
  const { parseTable } = await import('#service/tables/parse-table');
  const { mostTablePoints } = await import('#service/tables/describe-tables');
  const wanted = parseTable(request.params);
  const caller = callerOf(request);
  if (!wanted.pattern.includes('*')) {
    await findSeriesOrRefuse(context.store, wanted.pattern, 'pattern');
    requireSubscription(caller, wanted.pattern, 'pattern');
  }
  const { patterns } = caller.plan;
  const order = { ...wanted, patterns, mostPoints: mostTablePoints(caller.plan) };
  const { files } = await tables();
  const table = await request.stopwatch.time('read', () => files.open(order));
  const { sendTable } = await import('#http/tables/answer-table');
  return sendTable(request, reply, table);
}
