// Every method of a store as a random command: what it is given, and how it is called.

import fc from 'fast-check';
import type { ResolutionName } from '#core/time/resolution';
import type { EntryKind } from '#store/journal-entry';
import type { SeriesReader, SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';
import * as inputs from './differential-inputs.ts';

/** What a command works on. */
export interface Scope {
  /** The code of its series, which may not exist. */
  readonly code: string;
  readonly key: number;
  /** What the codes of this sequence begin with. */
  readonly prefix: string;
  readonly resolution: ResolutionName;
  readonly now: number;
}

export interface Action<Target> {
  readonly input: fc.Arbitrary<unknown>;
  perform(target: Target, input: never, scope: Scope): unknown;
}

const { aside, analyzedAt, fewIndices, index, name, source, span, text } = inputs;
const none = fc.constant(undefined);
const limit = fc.constantFrom(0, 1, 2, 9);

function action<Target, Input>(
  input: fc.Arbitrary<Input>,
  perform: (target: Target, input: Input, scope: Scope) => unknown,
): Action<Target> {
  return { input, perform };
}

const read = <Input>(
  input: fc.Arbitrary<Input>,
  perform: (reader: SeriesReader, input: Input, scope: Scope) => unknown,
) => action(input, perform);

const write = <Input>(
  input: fc.Arbitrary<Input>,
  perform: (writer: SeriesWriter, input: Input, scope: Scope) => unknown,
) => action(input, perform);

const ask = <Input>(
  input: fc.Arbitrary<Input>,
  perform: (store: Store, input: Input, scope: Scope) => unknown,
) => action(input, perform);

/** The methods that stores, writers and readers of the past have in common. */
export const READS: Readonly<Record<string, Action<SeriesReader>>> = {
  findSeries: read(none, (reader, _, { code }) => reader.findSeries(code)),
  findOddSeries: read(text, (reader, code) => reader.findSeries(code)),
  searchOwn: read(inputs.query, (reader, query, { prefix }) =>
    reader.searchSeries({ ...query, prefix }),
  ),
  searchAfter: read(
    fc.tuple(inputs.query, fc.constantFrom('', 'a', 'b', 'c', '~')),
    (reader, [query, letter], { prefix }) =>
      reader.searchSeries({ ...query, prefix, after: prefix + letter }),
  ),
  searchAny: read(
    fc.tuple(inputs.query, fc.constantFrom('', 's', 's1', 's\ud800'), text),
    (reader, [query, prefix, after]) => reader.searchSeries({ ...query, prefix, after }),
  ),
  countSeries: read(none, (reader) => reader.countSeries()),
  listUnits: read(none, (reader) => reader.listUnits()),
  readCatalogState: read(none, (reader) => reader.readCatalogState()),
  readValues: read(span, (reader, asked, { key }) => reader.readValues(key, asked)),
  readValuesInto: read(span, async (reader, asked, { key }) => {
    const into = new Float64Array(asked.end - asked.start + 2).fill(7);
    const values = await reader.readValues(key, asked, into);
    return [values, into];
  }),
  readValuesAsOf: read(fc.tuple(span, aside), (reader, [asked, by], { key, now }) =>
    reader.readValuesAsOf(key, asked, now + by),
  ),
  lastKnownIndex: read(aside, (reader, by, { key, now }) => reader.lastKnownIndex(key, now + by)),
  findNewestRun: read(fc.option(analyzedAt, { nil: undefined }), (reader, atOrBefore, { key }) =>
    reader.findNewestRun(key, atOrBefore),
  ),
  listRuns: read(none, (reader, _, { key }) => reader.listRuns(key)),
  readRuns: read(fc.tuple(analyzedAt, analyzedAt), (reader, [from, to], { key }) =>
    reader.readRuns(key, from, to),
  ),
  findRunsOver: read(
    fc.tuple(span, limit, fc.option(analyzedAt, { nil: undefined })),
    (reader, [asked, most, before], { key }) => reader.findRunsOver(key, asked, most, before),
  ),
  findRunDetail: read(fc.tuple(analyzedAt, source), (reader, [at, of], { key }) =>
    reader.findRunDetail(key, at, of),
  ),
  readBands: read(fc.tuple(analyzedAt, source), (reader, [at, of], { key }) =>
    reader.readBands(key, at, of),
  ),
  newestOfSource: read(fc.tuple(analyzedAt, source), (reader, [at, of], { key }) =>
    reader.findNewestRun(key, at, of),
  ),
  runsOfSource: read(fc.tuple(span, limit, source), async (reader, [asked, most, of], { key }) => [
    await reader.listRuns(key, of),
    await reader.readRuns(key, 0, 2 ** 42, of),
    await reader.findRunsOver(key, asked, most, undefined, of),
  ]),
  readRunForms: read(
    fc.tuple(span, analyzedAt, fc.option(source, { nil: undefined })),
    async (reader, [intervals, to, of], { key }) => {
      const forms = await reader.readRunForms(key, { from: 0, to, intervals, source: of });
      const told = await Promise.all(
        forms.map(async (form) => ({
          ...form,
          values: await form.values(),
          bands: await form.bands(),
        })),
      );
      const nameOf = ({ analyzedAt: at, source: name, replacedAt }: (typeof told)[number]) =>
        `${at} ${name} ${replacedAt}`;
      return told.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    },
  ),
  listChangeTimes: read(
    fc.tuple(limit, fc.option(analyzedAt, { nil: undefined })),
    (reader, [most, until], { key }) => reader.listChangeTimes(key, most, until),
  ),
  findIssueTimes: read(none, (reader, _, { key }) => reader.findIssueTimes(key)),
  readSourceOrder: read(none, (reader, _, { key }) => reader.readSourceOrder(key)),
  readModelMemory: read(source, (reader, of, { key }) => reader.readModelMemory(key, of)),
  findRule: read(none, (reader, _, { key }) => reader.findRule(key)),
  listExpectations: read(none, (reader) => reader.listExpectations()),
  listForecastTargets: read(none, (reader) => reader.listForecastTargets()),
  listReaches: read(fc.tuple(name, limit), (reader, [after, most]) =>
    reader.listReaches(after, most),
  ),
  listHeld: read(fc.tuple(fc.boolean(), limit), (reader, [isOwn, most], { key }) =>
    reader.listHeld(isOwn ? { key, limit: most } : { limit: most }),
  ),
};

const bound = fc.option(inputs.finite, { nil: null });

export const WRITES: Readonly<Record<string, Action<SeriesWriter>>> = {
  defineSeries: write(
    fc.record({ texts: inputs.definition, isDated: fc.boolean(), isFiner: inputs.seldom }),
    (writer, { texts, isDated, isFiner }, { code, resolution, now }) => {
      const definition = { code, ...texts, resolution: isFiner ? 'halfhour' : resolution } as const;
      return writer.defineSeries(definition, isDated ? now : undefined);
    },
  ),
  writePoints: write(inputs.points, (writer, made, { key, now }) =>
    writer.writePoints(key, ...inputs.columnsOf(made), now),
  ),
  writeRun: write(
    fc.record({
      analyzedAt,
      firstIndex: index,
      values: inputs.runValues,
      source,
      detail: inputs.detail,
      bands: inputs.bands,
    }),
    (writer, { detail, bands, values, ...rest }, { key, now }) => {
      const run = { ...rest, updatedAt: now, values: Float64Array.from(values) };
      return writer.writeRun(key, run, now, detail, inputs.bandsOf(bands, values.length));
    },
  ),
  removeRuns: write(fc.tuple(source, analyzedAt), (writer, [of, before], { key }) =>
    writer.removeRuns(key, of, before),
  ),
  writeModelMemory: write(fc.tuple(source, text), (writer, [of, content], { key, now }) =>
    writer.writeModelMemory(key, of, content, now),
  ),
  setRule: write(
    fc.option(fc.record({ lowest: bound, highest: bound, largestStep: bound }), { nil: undefined }),
    (writer, rule, { key }) => writer.setRule(key, rule),
  ),
  putExpectation: write(fc.tuple(name, source, text), (writer, [pattern, of, expect], { now }) =>
    writer.putExpectation({ pattern, source: of, expect, since: now }),
  ),
  removeExpectation: write(fc.tuple(name, source), (writer, [pattern, of]) =>
    writer.removeExpectation({ pattern, source: of }),
  ),
  putForecastTarget: write(
    fc.record({
      name,
      series: name,
      drivers: fc.option(fc.array(name, { maxLength: 3 })),
      hours: fc.option(fc.array(fc.nat(23), { maxLength: 3 })),
      kind: fc.option(fc.constantFrom('price', 'wind')),
      area: fc.option(name),
      formula: fc.option(text),
      unit: fc.option(text),
    }),
    (writer, target, { now }) => writer.putForecastTarget({ ...target, createdAt: now }),
  ),
  removeForecastTarget: write(name, (writer, of) => writer.removeForecastTarget(of)),
  holdValues: write(
    fc.array(fc.record({ index: fewIndices, value: inputs.finite, reason: text }), {
      maxLength: 4,
    }),
    (writer, held, { key, now }) => writer.holdValues(key, held, now),
  ),
  releaseHeld: write(fc.array(fewIndices, { maxLength: 5 }), (writer, indices, { key }) =>
    writer.releaseHeld(key, indices),
  ),
  keepAnswer: write(
    fc.tuple(name, text, inputs.bytes),
    (writer, [keyHash, digest, answer], { now }) =>
      writer.keepAnswer(keyHash, { digest, answer }, now),
  ),
  entryId: write(none, (writer) => writer.entryId),
};

export const ENTRY_KINDS: readonly EntryKind[] = ['import', 'runs', 'values', 'define', 'rule'];

const jobName = fc.constantFrom('a', 'a', 'ä%');
const dueAt = fc.constantFrom(0, 1_715_940_000_000);

/** The number of an entry, counted back from the newest. It may be of an earlier sequence, or not exist. */
async function entryBefore(store: Store, back: number): Promise<number> {
  const [newest] = await store.listEntries({ limit: 1 });
  return (newest?.id ?? 0) - back;
}

const back = fc.integer({ min: -1, max: 6 });

export const STORE_ACTIONS: Readonly<Record<string, Action<Store>>> = {
  undoEntry: ask(fc.tuple(back, text), async (store, [before, actor], { now }) => {
    const id = await entryBefore(store, before);
    const facts = { kind: 'undo' as const, actor, name: 'undo', now, undoes: id };
    return store.write((writer) => writer.undoEntry(id, now), facts);
  }),
  compact: ask(aside, async (store, by, { now }) => {
    const facts = { kind: 'compact' as const, actor: 'x', name: 'y', now };
    return [await store.compact(now + by, facts), await store.historyFrom()];
  }),
  historyFrom: ask(none, (store) => store.historyFrom()),
  listEntries: ask(
    fc.record({
      limit,
      back,
      kind: fc.option(fc.constantFrom(...ENTRY_KINDS), { nil: undefined }),
    }),
    async (store, { limit: most, back: by, kind }) =>
      store.listEntries({ limit: most, before: await entryBefore(store, by), kind }),
  ),
  findEntry: ask(back, async (store, by) => store.findEntry(await entryBefore(store, by))),
  findAnswer: ask(fc.tuple(name, aside), (store, [keyHash, by], { now }) =>
    store.findAnswer(keyHash, now + by),
  ),
  // The prefix keeps clear of the stores' own settings.
  getSetting: ask(name, (store, of) => store.getSetting(`test ${of}`)),
  putSetting: ask(fc.tuple(name, text), (store, [of, content]) =>
    store.putSetting(`test ${of}`, content),
  ),
  listSettings: ask(name, (store, of) => store.listSettings(`test ${of}`)),
  claimJob: ask(fc.tuple(jobName, dueAt), (store, [of, due], { now, prefix }) =>
    store.claimJob(prefix + of, due, now),
  ),
  endJob: ask(
    fc.tuple(jobName, dueAt, fc.constantFrom('done' as const, 'failed' as const), text),
    (store, [of, due, state, note], { now, prefix }) =>
      store.endJob(prefix + of, due, now, state, note),
  ),
  listJobs: ask(fc.tuple(jobName, limit), (store, [of, most], { prefix }) =>
    store.listJobs(prefix + of, most),
  ),
  ping: ask(none, (store) => store.ping()),
};
