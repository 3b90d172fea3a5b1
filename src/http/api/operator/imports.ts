// /api/operator/imports: the journal of writes to series, and taking a write back.

import type { FastifyInstance } from 'fastify';
import { DryRunQuery } from '#contract/operator-fields';
import { EntriesQuery, EntryParams, EntryShape, NoBody, Undone } from '#contract/operator-journal';
import { Type } from '#contract/schema';
import { refuseField } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import {
  addOperatorRead,
  addOperatorWrite,
  linkNext,
  readDryRun,
} from '#http/api/operator/operator-route';
import { parseCount } from '#http/request/query-values';
import type { StoreParts } from '#http/request/server-parts';
import type { EntryKind, JournalEntry } from '#store/journal-entry';
import type { Store } from '#store/store';

const PATH = '/api/operator/imports';
const LARGEST_LIMIT = 1_000;
const DEFAULT_LIMIT = 100;
const KINDS: Readonly<Record<EntryKind, true>> = {
  ...{ import: true, runs: true, values: true, define: true, collect: true },
  ...{ undo: true, rule: true, review: true, alert: true, compact: true },
};

/** Loaded with the first request for it. */
const loadJournal = () => import('#service/operator/operator-journal');

export function addImportRoutes(
  app: FastifyInstance,
  { store }: StoreParts,
  writes: IdempotentWrites,
): void {
  addEntryList(app, store);
  addEntry(app, store);
  addUndoing(app, store, writes);
}

function addEntryList(app: FastifyInstance, store: Store): void {
  addOperatorRead<{ Querystring: EntriesQuery }>(app, {
    url: PATH,
    summary: 'What was written to series, newest first',
    querystring: EntriesQuery,
    answer: Type.Array(EntryShape),
    refuses: ['field_invalid'],
    handler: async (request, reply) => {
      const { query } = request;
      const limit = parseCount(query.limit, 'limit', LARGEST_LIMIT) ?? DEFAULT_LIMIT;
      const before = parseCount(query.before, 'before', Number.MAX_SAFE_INTEGER);
      const kind = parseKind(query.kind);
      const entries = await store.listEntries({
        limit: limit + 1,
        ...(before === undefined ? {} : { before }),
        ...(kind === undefined ? {} : { kind }),
      });
      const page = entries.slice(0, limit);
      if (entries.length > limit) linkNext(request, reply, String(page.at(-1)!.id));
      return page.map(describe);
    },
  });
}

function addEntry(app: FastifyInstance, store: Store): void {
  addOperatorRead<{ Params: EntryParams }>(app, {
    url: `${PATH}/:id`,
    summary: 'One entry of the journal',
    params: EntryParams,
    answer: EntryShape,
    refuses: ['field_invalid', 'entry_unknown'],
    handler: async ({ params }) => {
      const { findEntryOrRefuse } = await loadJournal();
      return describe(await findEntryOrRefuse(store, idOf(params)));
    },
  });
}

function addUndoing(app: FastifyInstance, store: Store, writes: IdempotentWrites): void {
  addOperatorWrite<{ Params: EntryParams; Querystring: DryRunQuery }>(app, {
    method: 'POST',
    url: `${PATH}/:id/undo`,
    summary: 'Take a write back',
    description:
      'Points, runs and texts become what they were before the write, except for what was changed again since. The undo is an entry of its own, and can be taken back too.',
    params: EntryParams,
    querystring: DryRunQuery,
    body: NoBody,
    answer: Undone,
    refuses: ['entry_unknown', 'undo_impossible'],
    handler: (request, reply) => {
      const id = idOf(request.params);
      return writes.writeSeries(request, reply, {
        kind: 'undo',
        isDryRun: readDryRun(request.query.dryRun),
        name: `entry ${id}`,
        undoes: id,
        work: async (writer) => {
          const { findEntryOrRefuse, undoOrRefuse } = await loadJournal();
          await findEntryOrRefuse(store, id);
          return { undoes: id, ...(await undoOrRefuse(writer, id, request.now)) };
        },
      });
    },
  });
}

function idOf({ id }: EntryParams): number {
  const number = parseCount(id, 'id', Number.MAX_SAFE_INTEGER);
  if (number === undefined) throw refuseField('field_invalid', 'id', 'a number is needed');
  return number;
}

function parseKind(given: string | undefined): EntryKind | undefined {
  const text = (given ?? '').trim().toLowerCase();
  if (text === '') return undefined;
  if (Object.hasOwn(KINDS, text)) return text as EntryKind;
  const kinds = Object.keys(KINDS);
  const message = `${quoteGiven(given!)} is not a kind of entry${didYouMean(text, kinds)}`;
  throw refuseField('field_invalid', 'kind', message, kinds);
}

function describe(entry: JournalEntry): EntryShape {
  const { id, recordedAt, kind, actor, name, undoes, undoneBy, seriesCount, points, runs } = entry;
  return {
    ...{ id, recordedAt: new Date(recordedAt).toISOString(), kind, actor, name, undoes, undoneBy },
    series: seriesCount,
    points: { new: points.added, changed: points.changed, same: points.same, held: points.held },
    runs: { new: runs.added, changed: runs.changed, same: runs.same },
  };
}
