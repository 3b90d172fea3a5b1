// kill -9 of the server that delivers webhooks, of the one beside it and of the writer, at random moments.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReachableAddresses } from '#service/webhooks/reachable-addresses';
import { addWebhook } from '#service/webhooks/webhooks';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { runProduct } from '../../harness/product-process.ts';
import { Alarm, faultsOfAlarm, isAtRest } from '../events/alarm.ts';
import { EventWriter } from '../events/event-writer.ts';
import { FeedReader } from '../events/feed-reader.ts';
import { HookWitness } from '../events/hook-witness.ts';
import { judgeEvents, type LoggedEvent } from '../events/judge-events.ts';
import { noteServers, readNotes } from '../events/notes.ts';
import { ServedPair } from '../events/served-pair.ts';
import type { Attempt, Ground, Row } from '../row.ts';
import { inspectStore, makeWrittenStore } from '../writing/written-store.ts';

const TARGETS = ['deliverer', 'server', 'writer'] as const;
type Target = (typeof TARGETS)[number];

/** A kill comes up to this long after the one before, or after the deliverer was found. */
const MOST_PAUSE_MS = 1_200;
const PAGE = 5_000;
const LOOK_EVERY_MS = 100;
const JUDGED_MS = 3_000;
/** A receiver that hangs is left after 20 seconds, and asked again 5 seconds later. */
const MOST_STILL_MS = 90_000;

interface EventsTally {
  kills: Record<Target, number>;
  acknowledged: number;
  events: number;
  /** Changes of the state of an alert. */
  alerts: number;
  requests: number;
  /** Events that a webhook got more than once. */
  repeated: number;
  wrongAnswers: Record<string, number>;
  /** Requests of the reader that a kill broke. */
  breaks: number;
  faults: string[];
}

interface Parts {
  readonly storePath: string;
  readonly store: Store;
  readonly begin: number;
  readonly pair: ServedPair;
  readonly writer: EventWriter;
  readonly reader: FeedReader;
  readonly hooks: readonly HookWitness[];
  readonly alarm: Alarm;
}

class Killing implements Attempt {
  readonly #ground: Ground;
  readonly #tally: EventsTally;
  readonly #parts: Parts;

  constructor(ground: Ground, tally: EventsTally, parts: Parts) {
    this.#ground = ground;
    this.#tally = tally;
    this.#parts = parts;
  }

  async next(done: number): Promise<number> {
    const { pair, writer, hooks, alarm } = this.#parts;
    const random = this.#ground.random(done);
    // The first three kills are one of each.
    const target = TARGETS[done] ?? random.pick(TARGETS);
    const deliverer = target === 'writer' ? undefined : await pair.findDeliverer();
    await sleep(random.unit() * MOST_PAUSE_MS);
    if (target === 'writer') {
      await writer.kill();
      writer.start();
    } else if (deliverer === undefined) {
      this.#tally.faults.push('no server delivered anything');
      await pair.kill(random.below(2));
    } else {
      await pair.kill(target === 'deliverer' ? deliverer : 1 - deliverer);
    }
    this.#tally.kills[target]++;
    await alarm.flip();
    for (const hook of hooks) await hook.look();
    return 1;
  }

  async finish(): Promise<void> {
    const { pair, writer, reader, hooks, alarm, store, storePath } = this.#parts;
    const tally = this.#tally;
    await writer.kill();
    for (const hook of hooks) hook.misbehave(false);
    await pair.untilReady();
    await alarm.end();
    const log = await readRestedLog(store);
    await this.#untilTold(log.at(-1)!.id);
    await reader.end();
    await pair.stop();
    const { batches, faults } = readNotes(this.#ground.folder);
    const { begin } = this.#parts;
    tally.faults.push(
      ...[...faults, ...reader.faults],
      ...faultsOfAlarm(log),
      ...judgeEvents({ acknowledged: batches, log, begin, told: reader.told, hooks }),
      ...(await inspectStore(storePath, { batches, spans: 0 }, 1)).faults,
    );
    const { code, text } = await runProduct(['check', '--store', `sqlite:${storePath}`]);
    if (code !== 0) tally.faults.push(`gridtide check: ${text}`);
    tally.alerts = log.filter(({ type }) => type.startsWith('alert.')).length;
    this.#count(batches, log.length - begin);
  }

  /** Resolves when the reader and all webhooks have the last event, or get nothing any more. */
  async #untilTold(last: number): Promise<void> {
    const { reader, hooks } = this.#parts;
    let [known, changedAt] = ['', performance.now()];
    while (performance.now() - changedAt < MOST_STILL_MS) {
      for (const hook of hooks) await hook.look();
      const newest = [reader.told.at(-1), ...hooks.map(({ delivered }) => delivered.at(-1))];
      if (newest.every((id) => id === last)) return;
      if (newest.join() !== known) [known, changedAt] = [newest.join(), performance.now()];
      await sleep(LOOK_EVERY_MS);
    }
  }

  #count(batches: readonly number[], events: number): void {
    const tally = this.#tally;
    const { hooks, reader } = this.#parts;
    tally.acknowledged = batches.reduce((a, b) => a + b, 0);
    tally.events = events;
    tally.breaks = reader.breaks;
    for (const { requests, delivered, wrongAnswers } of hooks) {
      tally.requests += requests;
      tally.repeated += delivered.length - new Set(delivered).size;
      Object.assign(tally.wrongAnswers, wrongAnswers);
    }
  }
}

/** The log when the last decision about the alert is in it. */
async function readRestedLog(store: Store): Promise<LoggedEvent[]> {
  const startedAt = performance.now();
  // The servers judge alerts every second.
  await sleep(JUDGED_MS);
  for (;;) {
    const log = await readLog(store);
    if (isAtRest(log) || performance.now() - startedAt > MOST_STILL_MS) return log;
    await sleep(LOOK_EVERY_MS);
  }
}

async function readLog(store: Store): Promise<LoggedEvent[]> {
  const log: LoggedEvent[] = [];
  for (;;) {
    const page = await store.listEvents(log.at(-1)?.id ?? 0, PAGE);
    if (page.length === 0) return log;
    for (const { id, type, code, firstIndex, points } of page)
      log.push({ id, type, code, firstIndex, points });
  }
}

/** Adds a webhook of the operator, and one of a user whose plan has all series. */
async function addHooks(store: Store, hooks: readonly HookWitness[]): Promise<void> {
  const world = { store, reachable: new ReachableAddresses(['127.0.0.1']) };
  const user = (await store.accounts.findUser('desk'))!;
  const by = { actor: 'torture', now: Date.now() };
  for (const [i, hook] of hooks.entries()) {
    const add = await addWebhook(world, i === 0 ? 'operator' : user, { url: hook.url }, by);
    hook.secret = (await store.accounts.transact(add)).secret;
  }
}

async function prepare(ground: Ground, tally: EventsTally): Promise<Killing> {
  const { folder } = ground;
  const storePath = join(folder, 'store.db');
  const storeUrl = `sqlite:${storePath}`;
  const key = await makeWrittenStore(storeUrl);
  const store = await openStore(storeUrl);
  ground.after(() => store.close());
  const hooks = [
    await HookWitness.open(ground, 'the faulty receiver'),
    await HookWitness.open(ground, 'the steady receiver'),
  ];
  const alarm = await Alarm.open(store);
  await addHooks(store, hooks);
  hooks[0]!.misbehave(true);
  const { newest: begin } = await store.eventRange();
  const pair = new ServedPair(ground, storeUrl, tally.faults, (urls) => noteServers(folder, urls));
  const reader = new FeedReader(() => pair.urls, key, begin);
  const writer = new EventWriter(folder, key, tally.faults);
  ground.after(() => reader.end());
  ground.after(() => writer.kill());
  writer.start();
  await pair.untilReady();
  const parts = { storePath, store, begin, pair, writer, reader, hooks, alarm };
  return new Killing(ground, tally, parts);
}

const formatCount = (count: number): string => count.toLocaleString('en-GB');

export const eventsRow: Row<EventsTally> = {
  name: 'events',
  summary:
    'kill -9 of servers, the deliverer of webhooks and the writer under a log that is followed',
  count: 1_000,
  unit: 'kills',
  isOneLife: true,
  mustHold:
    'each acknowledged write is one event; a reader is told each once, a webhook each at least once; in order, all signatures valid; an alert is told once each way',
  newTally: () => ({
    kills: { deliverer: 0, server: 0, writer: 0 },
    ...{
      acknowledged: 0,
      events: 0,
      alerts: 0,
      requests: 0,
      repeated: 0,
      wrongAnswers: {},
      breaks: 0,
    },
    faults: [],
  }),
  open: prepare,
  judge({ kills, acknowledged, events, alerts, requests, repeated, wrongAnswers, breaks, faults }) {
    const wrong = Object.entries(wrongAnswers).map(([kind, count]) => `${count} ${kind}`);
    return {
      faults,
      misses: [],
      figures: `${kills.deliverer} kills of the deliverer, ${kills.server} of the server beside it, ${kills.writer} of the writer; ${formatCount(acknowledged)} writes acknowledged, ${formatCount(events)} events, ${formatCount(alerts)} of them an alert that fires and is resolved in turn; ${formatCount(requests)} requests to two webhooks, all signed, ${formatCount(repeated)} events delivered again, wrong answers: ${wrong.join(', ')}; ${breaks} requests of the reader broken`,
    };
  },
};
