// Sends the e-mails of alerts. A change of state leaves its e-mail as due in its own transaction, so that a process
// that is killed in between leaves it to the next one: each is sent at least once, with the same Message-ID.

import type { Logger } from 'pino';
import { type Clock, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import type { Zone } from '#core/time/zone';
import { MailFault, type MailMessage, type MailTransport } from '#service/alerts/mail-transport';
import type { AlertChange, AlertRule } from '#store/alert-store';
import type { Store } from '#store/store';

export interface AlertMailParts {
  readonly store: Store;
  readonly zone: Zone;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  /** Undefined: this server sends no e-mail. */
  readonly transport: MailTransport | undefined;
  readonly from: string;
}

const PAGE = 200;
const LONGEST_PAUSE_MS = HOUR_MS;
/** Minutes that double up to an hour, for about three days. */
const MOST_TRIES = 78;

/** The pause after a number of tries. */
export const pauseAfter = (tries: number): number =>
  Math.min(LONGEST_PAUSE_MS, MINUTE_MS * 2 ** (tries - 1));

/** A time that lies further ahead than any pause comes from a clock that was wrong. */
const isDue = ({ mailAt }: AlertChange, now: Instant): boolean =>
  mailAt! <= now || mailAt! > now + LONGEST_PAUSE_MS;

export class AlertMails {
  readonly #parts: AlertMailParts;

  constructor(parts: AlertMailParts) {
    this.#parts = parts;
  }

  /** Sends what is due, and resolves to the number of messages that were sent. */
  async pass(): Promise<number> {
    const { store, clock } = this.#parts;
    const alerts = await store.openAlerts();
    const mails = await alerts.listMails(PAGE);
    /** Later messages about a rule and a series wait for the earlier ones. */
    const waiting = new Set<string>();
    let sent = 0;
    for (const mail of mails) {
      const subject = `${mail.ruleId} ${mail.code}`;
      if (waiting.has(subject)) continue;
      const rule = await alerts.findRule(mail.ruleId);
      if (!isDue(mail, clock()) || !rule) waiting.add(subject);
      else if (await this.#trySend(mail, rule)) sent++;
      else waiting.add(subject);
    }
    return sent;
  }

  async #trySend(mail: AlertChange, rule: AlertRule): Promise<boolean> {
    const { transport, clock, logger } = this.#parts;
    if (!transport) {
      await this.#note(mail, null, 'not sent: this server has no SMTP_URL');
      return false;
    }
    if (await this.#isDisabled(rule)) {
      await this.#note(mail, null, 'not sent: the user is disabled');
      return false;
    }
    try {
      await transport.send(this.#messageOf(mail, rule));
    } catch (error) {
      if (!(error instanceof MailFault)) throw error;
      const tries = mail.mailTries + 1;
      const isOver = error.isFinal || tries >= MOST_TRIES;
      logger.warn({ change: mail.id, tries, why: error.message }, 'an e-mail was not sent');
      const note = isOver ? `given up: ${error.message}` : error.message;
      await this.#note(mail, isOver ? null : clock() + pauseAfter(tries), note);
      return false;
    }
    await this.#note(mail, null, 'sent');
    return true;
  }

  async #isDisabled({ owner }: AlertRule): Promise<boolean> {
    if (owner === null) return false;
    return (await this.#parts.store.accounts.findUser(owner))?.isDisabled ?? true;
  }

  async #note(mail: AlertChange, mailAt: Instant | null, mailNote: string): Promise<void> {
    const noted = { mailAt, mailTries: mail.mailTries + 1, mailNote };
    await this.#parts.store.write(async (writer) =>
      (await writer.openAlerts()).noteMail(mail.id, noted),
    );
  }

  #messageOf(mail: AlertChange, rule: AlertRule): MailMessage {
    const { zone, from } = this.#parts;
    const { id, code, kind, at, detail, eventId } = mail;
    const verb = kind === 'firing' ? 'is firing' : 'is resolved';
    const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'gridtide.invalid';
    const text = [
      `The alert "${rule.name}" ${verb} for ${code}.`,
      '',
      detail,
      '',
      `Condition: ${rule.condition}`,
      `Time: ${formatMarket(at, zone).replace('T', ' ')} (${zone.name})`,
      `Event: ${eventId}`,
      '',
    ];
    return {
      to: rule.emails,
      subject: `[${kind}] ${rule.name}: ${code}`,
      text: text.join('\n'),
      date: new Date(at),
      messageId: `<alert.${rule.id}.${id}@${domain}>`,
    };
  }
}
