// Secrets of webhooks, and the signatures that Standard Webhooks 1.0.0 describes.

import { createHmac, randomBytes } from 'node:crypto';
import { type Instant, SECOND_MS } from '#core/time/instant';
import type { WebhookSecrets } from '#store/webhook-store';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const makeWebhookSecret = (): string =>
  PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export interface Message {
  /** Says which delivery it is, the same in every try. */
  readonly id: string;
  readonly body: string;
}

function signWith(secret: string, { id, body }: Message, timestamp: number): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return `v1,${digest}`;
}

/** The headers of one try. While an old secret has not ended, it signs too, after the new one. */
export function signDelivery(
  message: Message,
  { secret, old }: WebhookSecrets,
  now: Instant,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(now / SECOND_MS);
  const signing = old && now < old.endsAt ? [secret, old.secret] : [secret];
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signing.map((key) => signWith(key, message, timestamp)).join(' '),
  };
}
