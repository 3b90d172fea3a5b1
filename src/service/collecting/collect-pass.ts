// One pass over an entry: it requests what its feeds lack, newest first, so that a long backfill of one
// feed does not delay today's values of the others.

import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import type { CollectEntry } from '#service/collecting/collect-config';
import {
  type Feed,
  type FeedMemory,
  feedsOf,
  readMemory,
  writeMemory,
} from '#service/collecting/collect-feeds';
import { findHoles } from '#service/collecting/collect-holes';
import { askedBy, chooseRequests } from '#service/collecting/collect-requests';
import { clipSpans, daysOf } from '#service/collecting/collect-spans';
import { storeAnswer } from '#service/collecting/collect-store';
import type { FetchWorld } from '#sources/fetch-politely';
import type { ParsedBatch, SourceRequest } from '#sources/source';
import type { WriteCounts } from '#store/journal-entry';
import { type Store, StoreUnavailable } from '#store/store';

/** A claimed job is valid for an hour; a pass ends well before, and the next goes on. */
const LONGEST_PASS_MS = 40 * MINUTE_MS;
const MOST_REQUESTS = 2_000;
/** The number of failures in a row after which a service is not asked until the next pass. */
const MOST_FAILURES_IN_A_ROW = 3;

export interface CollectorParts {
  readonly store: Store;
  readonly zone: Zone;
  readonly world: FetchWorld;
  /** The environment with the keys of services. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The actor of journal entries. */
  readonly actor: string;
  readonly signal?: AbortSignal;
  /** Called after each request, with texts that hold no secret. */
  onAnswer?(label: string, outcome: string): void;
  onWait?(label: string, reason: string, waitMs: number): void;
}

export interface PassEnd extends WriteCounts {
  readonly asked: number;
  /** The number of requests that were answered with "no data". */
  readonly none: number;
  /** The number of requests that are left for the next pass. */
  readonly left: number;
  readonly faults: readonly string[];
}

/** Fetches and parses; its errors hold no secret. */
export type AskRequest = (request: SourceRequest) => Promise<ParsedBatch>;

/** A feed during a pass. */
interface FeedWork {
  readonly feed: Feed;
  memory: FeedMemory;
  readonly holes: readonly Span[];
  readonly requests: readonly SourceRequest[];
}

export class CollectPass {
  readonly #entry: CollectEntry;
  readonly #dueAt: Instant;
  readonly #parts: CollectorParts;
  readonly #ask: AskRequest;
  readonly #startedAt: Instant;
  readonly #end = { asked: 0, none: 0, left: 0, added: 0, changed: 0, same: 0 };
  readonly #faults: string[] = [];
  #failuresInARow = 0;

  constructor(entry: CollectEntry, dueAt: Instant, parts: CollectorParts, ask: AskRequest) {
    this.#entry = entry;
    this.#dueAt = dueAt;
    this.#parts = parts;
    this.#ask = ask;
    this.#startedAt = parts.world.now();
  }

  async run(): Promise<PassEnd> {
    const works: FeedWork[] = [];
    for (const feed of feedsOf(this.#entry)) {
      const work = await this.#prepare(feed);
      if (work) works.push(work);
    }
    const queue = works.flatMap((work) => work.requests.map((request) => ({ work, request })));
    queue.sort((a, b) => b.request.span.start - a.request.span.start);
    for (const { work, request } of queue) {
      if (work.memory.error !== null) continue;
      if (this.#isOver()) this.#end.left++;
      else await this.#answer(work, request);
    }
    for (const work of works) await this.#finish(work);
    return { ...this.#end, faults: this.#faults };
  }

  #isOver(): boolean {
    return (
      this.#failuresInARow >= MOST_FAILURES_IN_A_ROW ||
      this.#end.asked >= MOST_REQUESTS ||
      this.#parts.world.now() > this.#startedAt + LONGEST_PASS_MS
    );
  }

  async #prepare(feed: Feed): Promise<FeedWork | undefined> {
    const { store, zone } = this.#parts;
    const now = this.#startedAt;
    const kept = await readMemory(store, feed, now, zone);
    if (kept.doneDueAt === this.#dueAt) return undefined;
    const memory = { ...kept, attemptAt: now, error: null };
    try {
      return { feed, memory, ...(await chooseRequests(store, feed, memory, now, zone)) };
    } catch (error) {
      const work: FeedWork = { feed, memory, holes: [], requests: [] };
      await this.#fail(work, error, `${feed.area ?? ''} ${feed.dataset}`.trim());
      return work;
    }
  }

  async #answer(work: FeedWork, request: SourceRequest): Promise<void> {
    const { store, world } = this.#parts;
    this.#end.asked++;
    try {
      const batch = await this.#ask(request);
      const outcome = batch.kind === 'none' ? batch.reason : await this.#store(batch, request);
      if (batch.kind === 'none') this.#end.none++;
      this.#failuresInARow = 0;
      const asked = askedBy(request, work.holes, world.now());
      work.memory = learn({ ...work.memory, asked: [...work.memory.asked, ...asked] }, batch);
      // Written at once, so that after a sudden end the next pass does not ask for all of it again.
      await writeMemory(store, work.feed, work.memory);
      this.#parts.onAnswer?.(request.label, outcome);
    } catch (error) {
      this.#failuresInARow++;
      await this.#fail(work, error, request.label);
    }
  }

  async #store(
    batch: Extract<ParsedBatch, { kind: 'data' }>,
    { label }: SourceRequest,
  ): Promise<string> {
    const { store, world, actor } = this.#parts;
    const now = world.now();
    const name = `${this.#entry.source.name}: ${label}`;
    const counts = await storeAnswer(store, batch, now, { kind: 'collect', actor, name, now });
    this.#end.added += counts.added;
    this.#end.changed += counts.changed;
    this.#end.same += counts.same;
    return `${counts.added} new, ${counts.changed} changed, ${counts.same} same`;
  }

  /** Records a feed's fault; throws if the store is gone or the pass is aborted. */
  async #fail(work: FeedWork, error: unknown, label: string): Promise<void> {
    this.#parts.signal?.throwIfAborted();
    if (error instanceof StoreUnavailable) throw error;
    const { message } = error as Error;
    const reason = message.startsWith(`${label}: `) ? message.slice(label.length + 2) : message;
    const fault = `${label}: ${reason}`;
    this.#faults.push(fault);
    work.memory = { ...work.memory, error: fault };
    this.#parts.onAnswer?.(label, `failed: ${reason}`);
  }

  async #finish(work: FeedWork): Promise<void> {
    const { store, zone, world } = this.#parts;
    const now = world.now();
    const { feed, memory } = work;
    const holes = await findHoles(store, feed, memory, now, zone);
    const days = daysOf(holes, zone);
    const isDone = memory.error === null;
    // Cut to the remaining holes: how long a hole rests depends on its own age.
    const asked = memory.asked.flatMap(({ at, ...span }) =>
      clipSpans(holes, span).map((hole) => ({ ...hole, at })),
    );
    await writeMemory(store, feed, {
      ...memory,
      asked: newestOf(asked),
      missingDays: days.length,
      firstMissingDay: days[0] ?? null,
      ...(isDone ? { successAt: now, doneDueAt: this.#dueAt } : {}),
    });
  }
}

/** Keeps the later time of a hole that was asked for twice. */
function newestOf(asked: FeedMemory['asked']): FeedMemory['asked'] {
  const bySpan = new Map(asked.map((span) => [`${span.start} ${span.end}`, span]));
  return [...bySpan.values()];
}

/** Adds the series of an answer to the memory. */
function learn(memory: FeedMemory, batch: ParsedBatch): FeedMemory {
  if (batch.kind === 'none') return memory;
  const codesOf = (
    known: readonly string[],
    parts: readonly { definition: { code: string } }[],
  ) => [...new Set([...known, ...parts.map(({ definition }) => definition.code)])];
  return {
    ...memory,
    points: codesOf(memory.points, batch.points),
    runs: codesOf(memory.runs, batch.runs),
  };
}
