// Alerts while a server runs. One process of all servers on a store judges them and sends their e-mails: the one
// that has the lock of the job. If it dies, another takes over within seconds.

import type { Logger } from 'pino';
import { type Clock, type Instant, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { MailSettings } from '#service/alerts/mail-transport';
import { JOB_STOPPED } from '#service/job-pauses';
import type { Store } from '#store/store';

export interface AlertServiceParts {
  readonly store: Store;
  readonly zone: Zone;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Undefined: no e-mail is sent. */
  readonly mail: MailSettings | undefined;
  readonly lookEveryMs?: number;
}

export interface AlertService {
  /** Resolves when nothing is written any more. */
  stop(): Promise<void>;
}

export const ALERTS_JOB = 'alerts';
const LOOK_EVERY_MS = SECOND_MS;
/** A process without the lock asks for it this many looks apart. */
const LOOKS_A_CLAIM = 5;

/** Judges and sends. It is loaded with the first alert: most servers begin without one. */
async function loadWorkers(parts: AlertServiceParts) {
  const { AlertMails } = await import('#service/alerts/alert-mails');
  const { AlertWatch } = await import('#service/alerts/alert-watch');
  const { lateJudge } = await import('#service/alerts/judge-late');
  const { openTransport } = await import('#service/alerts/mail-transport');
  const { store, zone, logger, mail } = parts;
  const transport = mail && openTransport(mail);
  const watch = new AlertWatch({
    ...parts,
    judgeLate: lateJudge(store, zone),
    onFault: (err, { name }, series) => logger.warn({ err, rule: name, series }, 'not judged'),
  });
  const mails = new AlertMails({ ...parts, transport, from: mail?.from ?? '' });
  return {
    async pass(): Promise<void> {
      await watch.pass();
      await mails.pass();
    },
    close: () => transport?.close(),
  };
}

class RunningAlerts implements AlertService {
  readonly #parts: AlertServiceParts;
  readonly #timer: NodeJS.Timeout;
  /** The due time of this process's job, if it has the lock. */
  #leadsSince: Instant | undefined;
  #workers: Awaited<ReturnType<typeof loadWorkers>> | undefined;
  #looking: Promise<void> | undefined;
  #looks = 0;
  #isFailing = false;

  constructor(parts: AlertServiceParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
    }, parts.lookEveryMs ?? LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    this.#workers?.close();
    if (this.#leadsSince === undefined) return;
    const { store, clock } = this.#parts;
    const ending = store.endJob(ALERTS_JOB, this.#leadsSince, clock(), 'done', JOB_STOPPED);
    await ending.catch(() => {});
  }

  async #look(): Promise<void> {
    try {
      if (this.#leadsSince === undefined) await this.#claim();
      if (this.#leadsSince === undefined) return;
      this.#workers ??= await loadWorkers(this.#parts);
      await this.#workers.pass();
      this.#isFailing = false;
    } catch (error) {
      // The store may be away: it is said once. The next look begins as this one did.
      if (!this.#isFailing) this.#parts.logger.warn({ err: error }, 'alerts could not be judged');
      this.#isFailing = true;
    }
  }

  async #claim(): Promise<void> {
    const { store, clock } = this.#parts;
    if (this.#looks++ % LOOKS_A_CLAIM !== 0) return;
    // A server without alerts writes nothing.
    if ((await (await store.openAlerts()).listRules()).length === 0) return;
    // A due time of its own for each claim: the lock alone decides, and the row of a dead process does not count.
    const now = clock();
    if (await store.claimJob(ALERTS_JOB, now, now)) this.#leadsSince = now;
  }
}

export const startAlerts = (parts: AlertServiceParts): AlertService => new RunningAlerts(parts);
