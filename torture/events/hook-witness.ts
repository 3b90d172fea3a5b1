// A receiver of webhooks that notes what it was sent, checks each signature, and answers wrongly now and then.

import type { Lifetime } from '../../harness/lifetime.ts';
import {
  type Behaviour,
  isSignedBy,
  type Received,
  WebhookReceiver,
} from '../../harness/webhooks/webhook-receiver.ts';

/** A failed try is repeated after five seconds: more faults would leave the deliverer idle at most kills. */
const FAULT_EVERY_MS = 8_000;
/** How far the time of a signature may be from the receiver's, as Standard Webhooks proposes. */
const TOLERANCE_SECONDS = 300;
const ELSEWHERE = '/elsewhere';

/** A good answer, so slow that most kills of the deliverer meet a delivery without an answer. */
const GOOD: Behaviour = { status: 204, afterMs: 40 };

const FAULTS: Readonly<Record<string, Behaviour>> = {
  failed: { status: 500 },
  cut: 'cut',
  redirected: { status: 302, headers: { location: ELSEWHERE } },
  throttled: { status: 429, headers: { 'retry-after': '1' } },
  hung: 'hang',
};

const eventsOf = (body: string): number[] =>
  (JSON.parse(body).data.events as { id: string }[]).map(({ id }) => Number(id));

export class HookWitness {
  readonly name: string;
  readonly delivered: number[] = [];
  readonly faults: string[] = [];
  /** The requests so far, and how many were answered wrongly, by kind. */
  requests = 0;
  readonly wrongAnswers: Record<string, number> = {};
  secret = '';
  readonly #receiver: WebhookReceiver;
  /** The first events of deliveries that failed: a second failure would be repeated only after five minutes. */
  readonly #failed = new Set<number>();
  #nextFaultAt = Number.POSITIVE_INFINITY;

  private constructor(name: string, receiver: WebhookReceiver) {
    this.name = name;
    this.#receiver = receiver;
    receiver.usual = (body) => this.#choose(body);
  }

  static async open(lifetime: Lifetime, name: string): Promise<HookWitness> {
    const receiver = await WebhookReceiver.open();
    lifetime.after(() => receiver.close());
    return new HookWitness(name, receiver);
  }

  get url(): string {
    return this.#receiver.url;
  }

  /** Makes some answers wrong from now on, the next one among them, or none. */
  misbehave(isWanted: boolean): void {
    this.#nextFaultAt = isWanted ? 0 : Number.POSITIVE_INFINITY;
  }

  /** Notes and checks what has arrived. */
  async look(): Promise<void> {
    const now = Date.now() / 1_000;
    for (const received of this.#receiver.received.splice(0)) {
      this.requests++;
      const { id, path, body, behaviour } = received;
      if (path === ELSEWHERE) this.faults.push(`${id} followed a redirect`);
      if (!(await this.#isSigned(received))) this.faults.push(`${id} is not signed`);
      if (Math.abs(received.timestamp - now) > TOLERANCE_SECONDS)
        this.faults.push(`${id} was signed at another time`);
      if (typeof behaviour === 'object' && behaviour.status < 300)
        this.delivered.push(...eventsOf(body));
    }
  }

  /** A signature that cannot be read is none. */
  #isSigned(received: Received): Promise<boolean> {
    return isSignedBy(this.secret, received).catch(() => false);
  }

  #choose(body: string): Behaviour {
    const [first] = eventsOf(body) as [number];
    const now = performance.now();
    if (now < this.#nextFaultAt || this.#failed.has(first)) return GOOD;
    const kinds = Object.keys(FAULTS);
    const kind = kinds[this.#failed.size % kinds.length]!;
    this.#failed.add(first);
    this.#nextFaultAt = now + FAULT_EVERY_MS;
    this.wrongAnswers[kind] = (this.wrongAnswers[kind] ?? 0) + 1;
    return FAULTS[kind]!;
  }
}
