// Sends e-mail by SMTP. The library is loaded with the first message.

import { MINUTE_MS, SECOND_MS } from '#core/time/instant';

export interface MailSettings {
  /** smtp://user:password@host:587 or smtps://…: never logged. */
  readonly smtpUrl: string;
  readonly from: string;
}

export interface MailMessage {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
  /** The same at every try, so that a receiver recognises a repeat. */
  readonly messageId: string;
}

/** Why a message was not sent, without any secret. */
export class MailFault extends Error {
  override readonly name = 'MailFault';
  /** Whether another try cannot help: the server refuses the message or all of its addresses. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

export interface MailTransport {
  send(message: MailMessage): Promise<void>;
  close(): void;
}

const TIMEOUTS = {
  connectionTimeout: 10 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: MINUTE_MS,
};
/** Faults of one message; the others are of the server, and all messages wait. */
const MESSAGE_FAULTS = ['EENVELOPE', 'EMESSAGE'];

export function openTransport({ smtpUrl, from }: MailSettings): MailTransport {
  const opening = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true }),
  );
  // It is awaited with the first message.
  opening.catch(() => {});
  return {
    async send({ to, ...message }) {
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const transport = await opening;
      try {
        await transport.sendMail({ ...message, from, to: [...to], headers });
      } catch (error) {
        throw faultOf(error);
      }
    },
    close: () => void opening.then((transport) => transport.close()).catch(() => {}),
  };
}

function faultOf(error: unknown): MailFault {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number };
  const isFinal =
    MESSAGE_FAULTS.includes(code) && responseCode !== undefined && responseCode >= 500;
  const answer = responseCode === undefined ? '' : `, the server answered ${responseCode}`;
  return new MailFault(`${code}${answer}`, isFinal);
}
