// Webhooks and their deliveries through SQL: the same for each engine.

import type { Instant } from '#core/time/instant';
import * as sql from '#store/accounts/webhook-statements';
import type { SqlSession } from '#store/sql/sql-session';
import type {
  DeliverableWebhook,
  Delivery,
  NewWebhook,
  Retry,
  Webhook,
  WebhookContent,
  WebhookSecrets,
  WebhookStore,
} from '#store/webhook-store';

type WebhookRow = Omit<Webhook, 'patterns' | 'kinds'> & {
  readonly patterns: string;
  readonly kinds: string;
};

interface SecretColumns {
  readonly secret: string;
  readonly oldSecret: string | null;
}

type DeliverableRow = WebhookRow & SecretColumns & { readonly planPatterns: string | null };

const webhookOf = (row: WebhookRow): Webhook => ({
  ...row,
  patterns: JSON.parse(row.patterns) as string[],
  kinds: JSON.parse(row.kinds) as string[],
});

const secretsOf = (
  { secret, oldSecret }: SecretColumns,
  endsAt: Instant | null,
): WebhookSecrets => ({
  secret,
  old: oldSecret === null || endsAt === null ? null : { secret: oldSecret, endsAt },
});

const contentOf = ({ url, patterns, kinds }: WebhookContent): [string, string, string] => [
  url,
  JSON.stringify(patterns),
  JSON.stringify(kinds),
];

export class SqlWebhookStore implements WebhookStore {
  readonly #session: SqlSession;
  readonly #windows: SqlSession;

  /** `windows` is the session for events that are passed over, which need not survive a power cut. */
  constructor(session: SqlSession, windows: SqlSession) {
    this.#session = session;
    this.#windows = windows;
  }

  async listWebhooks(limit: number, ownerId?: number | null): Promise<Webhook[]> {
    const rows =
      ownerId === undefined
        ? this.#session.all<WebhookRow>(sql.LIST_WEBHOOKS, limit)
        : ownerId === null
          ? this.#session.all<WebhookRow>(sql.LIST_WEBHOOKS_OF_OPERATOR, limit)
          : this.#session.all<WebhookRow>(sql.LIST_WEBHOOKS_OF_USER, limit, ownerId);
    return (await rows).map(webhookOf);
  }

  async countWebhooks(ownerId: number | null): Promise<number> {
    const [row] = await (ownerId === null
      ? this.#session.all<{ count: number }>(sql.COUNT_WEBHOOKS_OF_OPERATOR)
      : this.#session.all<{ count: number }>(sql.COUNT_WEBHOOKS_OF_USER, ownerId));
    return row!.count;
  }

  async findWebhook(id: string): Promise<Webhook | undefined> {
    const [row] = await this.#session.all<WebhookRow>(sql.FIND_WEBHOOK, id);
    return row && webhookOf(row);
  }

  async addWebhook(webhook: NewWebhook): Promise<boolean> {
    const { id, ownerId, secret, createdAt, cursor } = webhook;
    const columns = [id, ownerId, ...contentOf(webhook), secret, createdAt, cursor];
    return (await this.#session.run(sql.ADD_WEBHOOK, ...columns)) > 0;
  }

  async changeWebhook(id: string, content: WebhookContent, now: Instant): Promise<boolean> {
    return (await this.#session.run(sql.CHANGE_WEBHOOK, id, ...contentOf(content), now)) > 0;
  }

  async findSecrets(id: string): Promise<WebhookSecrets | undefined> {
    type Row = SecretColumns & Pick<Webhook, 'oldSecretEndsAt'>;
    const [row] = await this.#session.all<Row>(sql.FIND_SECRETS, id);
    return row && secretsOf(row, row.oldSecretEndsAt);
  }

  async putSecrets(id: string, { secret, old }: WebhookSecrets): Promise<boolean> {
    const columns = [secret, old?.secret ?? null, old?.endsAt ?? null];
    return (await this.#session.run(sql.PUT_SECRETS, id, ...columns)) > 0;
  }

  async removeWebhook(id: string): Promise<boolean> {
    await this.#session.run(sql.REMOVE_DELIVERIES, id);
    return (await this.#session.run(sql.REMOVE_WEBHOOK, id)) > 0;
  }

  async disableWebhook(id: string, reason: string, now: Instant): Promise<boolean> {
    return (await this.#session.run(sql.DISABLE_WEBHOOK, id, reason, now)) > 0;
  }

  async enableWebhook(id: string, now: Instant): Promise<boolean> {
    return (await this.#session.run(sql.ENABLE_WEBHOOK, id, now)) > 0;
  }

  async moveWebhook(id: string, cursor: number, now: Instant): Promise<boolean> {
    return (await this.#session.run(sql.MOVE_WEBHOOK, id, cursor, now)) > 0;
  }

  async listDeliverable(): Promise<Pick<Webhook, 'id' | 'cursor' | 'tryAt'>[]> {
    type Row = Pick<Webhook, 'id' | 'cursor' | 'tryAt'>;
    return (await this.#session.all<Row>(sql.LIST_DELIVERABLE)).map((row) => ({ ...row }));
  }

  async findDeliverable(id: string): Promise<DeliverableWebhook | undefined> {
    const [row] = await this.#session.all<DeliverableRow>(sql.FIND_DELIVERABLE, id);
    if (!row) return undefined;
    const { secret, oldSecret, planPatterns, ...columns } = row;
    return {
      webhook: webhookOf(columns),
      secrets: secretsOf({ secret, oldSecret }, columns.oldSecretEndsAt),
      planPatterns: planPatterns === null ? null : (JSON.parse(planPatterns) as string[]),
    };
  }

  async recordTry(
    id: string,
    delivery: Delivery,
    retry: Retry | null,
    kept: number,
  ): Promise<boolean> {
    const { messageId, triedAt, tookMs, after, last, events, status, fault } = delivery;
    const changed = retry
      ? this.#session.run(sql.TRY_AGAIN, id, after, last, retry.failedTries, retry.tryAt)
      : this.#session.run(sql.GO_ON, id, after, last, triedAt, triedAt + tookMs);
    if ((await changed) === 0) return false;
    const [next] = await this.#session.all<{ number: number }>(sql.NEXT_DELIVERY, id);
    const { number } = next!;
    const facts = [messageId, triedAt, tookMs, after, last, events, status, fault];
    await this.#session.run(sql.ADD_DELIVERY, id, number, ...facts);
    await this.#session.run(sql.FORGET_DELIVERIES, id, number - kept);
    return true;
  }

  async passOver(id: string, from: number, to: number): Promise<boolean> {
    return (await this.#windows.run(sql.PASS_OVER, id, from, to)) > 0;
  }

  async listDeliveries(id: string, limit: number): Promise<Delivery[]> {
    const rows = await this.#session.all<Delivery>(sql.LIST_DELIVERIES, id, limit);
    return rows.map((row) => ({ ...row }));
  }
}
