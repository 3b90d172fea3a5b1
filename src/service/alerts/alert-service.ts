// Alerts while a server runs. One process of all servers on a store judges them and sends their e-mails: the one
// that has the lock of the job. If it dies, another takes over within seconds.

import type { Logger } from 'pino';
import { type Clock, type Instant, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { AlertMails } from '#service/alerts/alert-mails';
import { AlertWatch } from '#service/alerts/alert-watch';
import type { JudgeLate } from '#service/alerts/judge-series';
import { type MailSettings, openTransport } from '#service/alerts/mail-transport';
import { JOB_STOPPED } from '#service/job-pauses';
import type { Store } from '#store/store';

export interface AlertServiceParts {
  readonly store: Store;
  readonly zone: Zone;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly judgeLate: JudgeLate;
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

export function startAlerts(parts: AlertServiceParts): AlertService {
  const { store, clock, logger, mail, lookEveryMs = LOOK_EVERY_MS } = parts;
  const transport = mail && openTransport(mail);
  const watch = new AlertWatch({
    ...parts,
    onFault: (err, { name }, series) => logger.warn({ err, rule: name, series }, 'not judged'),
  });
  const mails = new AlertMails({ ...parts, transport, from: mail?.from ?? '' });
  let leadsSince: Instant | undefined;
  let looks = 0;
  let isFailing = false;

  const claim = async (): Promise<void> => {
    if (looks++ % LOOKS_A_CLAIM !== 0) return;
    // A server without alerts writes nothing.
    if ((await (await store.openAlerts()).listRules()).length === 0) return;
    // A due time of its own for each claim: the lock alone decides, and the row of a dead process does not count.
    const now = clock();
    if (await store.claimJob(ALERTS_JOB, now, now)) leadsSince = now;
  };
  const look = async (): Promise<void> => {
    try {
      if (leadsSince === undefined) await claim();
      if (leadsSince === undefined) return;
      await watch.pass();
      await mails.pass();
      isFailing = false;
    } catch (error) {
      // The store may be away: it is said once. The next look begins as this one did.
      if (!isFailing) logger.warn({ err: error }, 'alerts could not be judged');
      isFailing = true;
    }
  };

  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, lookEveryMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      transport?.close();
      if (leadsSince === undefined) return;
      await store.endJob(ALERTS_JOB, leadsSince, clock(), 'done', JOB_STOPPED).catch(() => {});
    },
  };
}
