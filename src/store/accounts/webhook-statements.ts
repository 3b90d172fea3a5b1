// SQL texts of webhooks and their deliveries.

const COLUMNS = `w.webhook_id AS "id", w.user_id AS "ownerId", u.name AS "ownerName", w.url, w.patterns, w.kinds,
  w.created_at AS "createdAt", w.disabled_at AS "disabledAt", w.disabled_reason AS "disabledReason",
  w.event_cursor AS "cursor", w.batch_end AS "batchEnd", w.failed_tries AS "failedTries",
  w.try_at AS "tryAt", w.delivered_at AS "deliveredAt", w.old_secret_ends_at AS "oldSecretEndsAt"`;
const SECRETS = 'w.secret, w.old_secret AS "oldSecret"';
const WEBHOOKS = 'FROM webhook w LEFT JOIN app_user u ON u.user_id = w.user_id';
const BY_AGE = 'ORDER BY w.created_at, w.webhook_id';

export const LIST_WEBHOOKS = `SELECT ${COLUMNS} ${WEBHOOKS} ${BY_AGE} LIMIT $1`;
export const LIST_WEBHOOKS_OF_USER = `SELECT ${COLUMNS} ${WEBHOOKS}
  WHERE w.user_id = $2 ${BY_AGE} LIMIT $1`;
export const LIST_WEBHOOKS_OF_OPERATOR = `SELECT ${COLUMNS} ${WEBHOOKS}
  WHERE w.user_id IS NULL ${BY_AGE} LIMIT $1`;
export const COUNT_WEBHOOKS_OF_USER = `SELECT COUNT(*) AS "count" FROM webhook
  WHERE user_id = $1`;
export const COUNT_WEBHOOKS_OF_OPERATOR = `SELECT COUNT(*) AS "count" FROM webhook
  WHERE user_id IS NULL`;
export const FIND_WEBHOOK = `SELECT ${COLUMNS} ${WEBHOOKS} WHERE w.webhook_id = $1`;
export const ADD_WEBHOOK = `INSERT INTO webhook (webhook_id, user_id, url, patterns, kinds, secret,
  old_secret, old_secret_ends_at, created_at, disabled_at, disabled_reason, event_cursor, batch_end,
  failed_tries, try_at, delivered_at)
  VALUES ($1, $2, $3, $4, $5, $6, NULL, NULL, $7, NULL, NULL, $8, NULL, 0, $7, NULL)
  ON CONFLICT DO NOTHING`;

const AT_ONCE = 'batch_end = NULL, failed_tries = 0';
export const CHANGE_WEBHOOK = `UPDATE webhook SET url = $2, patterns = $3, kinds = $4, try_at = $5, ${AT_ONCE}
  WHERE webhook_id = $1`;
export const FIND_SECRETS = `SELECT ${SECRETS}, w.old_secret_ends_at AS "oldSecretEndsAt"
  FROM webhook w WHERE w.webhook_id = $1`;
export const PUT_SECRETS = `UPDATE webhook SET secret = $2, old_secret = $3, old_secret_ends_at = $4
  WHERE webhook_id = $1`;
export const REMOVE_WEBHOOK = 'DELETE FROM webhook WHERE webhook_id = $1';
export const REMOVE_DELIVERIES = 'DELETE FROM webhook_delivery WHERE webhook_id = $1';
export const DISABLE_WEBHOOK = `UPDATE webhook SET disabled_reason = $2, disabled_at = $3
  WHERE webhook_id = $1 AND disabled_at IS NULL`;
export const ENABLE_WEBHOOK = `UPDATE webhook SET disabled_at = NULL, disabled_reason = NULL, try_at = $2,
  ${AT_ONCE} WHERE webhook_id = $1`;
export const MOVE_WEBHOOK = `UPDATE webhook SET event_cursor = $2, try_at = $3, ${AT_ONCE}
  WHERE webhook_id = $1`;

// The owner of a user's webhook must exist; the operator's has none.
const DELIVERABLE = `w.disabled_at IS NULL AND (w.user_id IS NULL OR u.is_disabled = 0)`;
export const LIST_DELIVERABLE = `SELECT w.webhook_id AS "id", w.event_cursor AS "cursor",
  w.try_at AS "tryAt" ${WEBHOOKS} WHERE ${DELIVERABLE} ${BY_AGE}`;
export const FIND_DELIVERABLE = `SELECT ${COLUMNS}, ${SECRETS}, p.patterns AS "planPatterns"
  ${WEBHOOKS} LEFT JOIN plan p ON p.name = u.plan_name
  WHERE w.webhook_id = $1 AND ${DELIVERABLE} AND (w.user_id IS NULL OR p.name IS NOT NULL)`;

export const GO_ON = `UPDATE webhook SET event_cursor = $3, try_at = $4, delivered_at = $5, ${AT_ONCE}
  WHERE webhook_id = $1 AND event_cursor = $2`;
export const TRY_AGAIN = `UPDATE webhook SET batch_end = $3, failed_tries = $4, try_at = $5
  WHERE webhook_id = $1 AND event_cursor = $2`;
export const PASS_OVER = `UPDATE webhook SET event_cursor = $3
  WHERE webhook_id = $1 AND event_cursor = $2`;
export const NEXT_DELIVERY = `SELECT COALESCE(MAX(delivery_number), 0) + 1 AS "number"
  FROM webhook_delivery WHERE webhook_id = $1`;
export const ADD_DELIVERY = `INSERT INTO webhook_delivery (webhook_id, delivery_number, message_id, tried_at,
  took_ms, after_event, last_event, event_count, status, fault)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
export const FORGET_DELIVERIES = `DELETE FROM webhook_delivery
  WHERE webhook_id = $1 AND delivery_number <= $2`;
export const LIST_DELIVERIES = `SELECT message_id AS "messageId", tried_at AS "triedAt",
  took_ms AS "tookMs", after_event AS "after", last_event AS "last", event_count AS "events", status, fault
  FROM webhook_delivery WHERE webhook_id = $1 ORDER BY delivery_number DESC LIMIT $2`;
