// Every refusal the product can give: one row a code. HTTP status and layout live in http/answer/problem.ts,
// the printed page in docs/reference/errors.md; a test holds the three together.

/** What a refusal means, apart from any protocol. */
export type RefusalKind =
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'unsupported_media'
  | 'not_computable'
  | 'conflict'
  | 'gone'
  | 'rate_limited'
  | 'unavailable'
  | 'internal';

interface RefusalRow {
  readonly kind: RefusalKind;
  readonly title: string;
  /** What a caller can do about it. */
  readonly remedy: string;
}

export const REFUSALS = {
  path_unknown: {
    kind: 'not_found',
    title: 'No such path',
    remedy: 'Compare the path with /docs.',
  },
  method_not_allowed: {
    kind: 'method_not_allowed',
    title: 'Method not allowed',
    remedy: 'Use a method that the Allow header names.',
  },
  body_too_large: {
    kind: 'too_large',
    title: 'Body too large',
    remedy: 'Send a smaller body: 64 KiB, 1 MiB to /series/multi, 32 MiB of an operator’s values.',
  },
  media_type_unsupported: {
    kind: 'unsupported_media',
    title: 'Unsupported media type',
    remedy: 'Send Content-Type: application/json.',
  },
  request_malformed: {
    kind: 'bad_request',
    title: 'Malformed request',
    remedy: 'Send a well-formed HTTP request.',
  },
  json_invalid: {
    kind: 'bad_request',
    title: 'Not valid JSON',
    remedy: 'Send one JSON object as the body.',
  },
  type_invalid: {
    kind: 'bad_request',
    title: 'Wrong type',
    remedy: 'Give each field the JSON type it asks for; values are never converted.',
  },
  invalid_credentials: {
    kind: 'unauthenticated',
    title: 'User name or password not accepted',
    remedy: 'Check both, or ask the operator.',
  },
  condition_invalid: {
    kind: 'bad_request',
    title: 'Not a condition',
    remedy: 'Write the condition in one of the allowed forms: docs/reference/alerts.md.',
  },
  alert_unknown: {
    kind: 'not_found',
    title: 'No such alert',
    remedy: 'Take the id from the list of alerts.',
  },
  alert_taken: {
    kind: 'conflict',
    title: 'Name taken',
    remedy: 'Choose another name, or remove the alert that has it.',
  },
  token_missing: {
    kind: 'unauthenticated',
    title: 'Token needed',
    remedy: 'Sign in, then send the token.',
  },
  token_invalid: {
    kind: 'unauthenticated',
    title: 'Token not accepted',
    remedy: 'Sign in again: the token is unknown, expired, revoked, or not the named user’s.',
  },
  passwords_off: {
    kind: 'forbidden',
    title: 'Passwords are off',
    remedy:
      'Sign in on the web page with single sign-on; a program uses an API key. The operator makes a link that signs in once: gridtide user code NAME.',
  },
  sso_refused: {
    kind: 'forbidden',
    title: 'Single sign-on refused',
    remedy: 'Do what the detail says, or sign in again from the page /.',
  },
  sso_unavailable: {
    kind: 'unavailable',
    title: 'The sign-in provider does not answer',
    remedy: 'Try again after the Retry-After seconds; users who are signed in are not affected.',
  },
  session_ended: {
    kind: 'unauthenticated',
    title: 'Session ended',
    remedy:
      'Sign in again: the session was not used for too long, is too old, or was ended by sign-out, a new password or the operator.',
  },
  rate_exceeded: {
    kind: 'rate_limited',
    title: 'Too many requests',
    remedy: 'Wait as long as Retry-After says.',
  },
  sign_in_throttled: {
    kind: 'rate_limited',
    title: 'Too many failed sign-ins',
    remedy: 'Wait as long as Retry-After says.',
  },
  field_missing: { kind: 'bad_request', title: 'Field missing', remedy: 'Send the field.' },
  field_unknown: {
    kind: 'bad_request',
    title: 'Unknown field',
    remedy: 'Use one of the allowed fields; the operator interface and boards ignore none.',
  },
  field_invalid: {
    kind: 'bad_request',
    title: 'Field value not allowed',
    remedy: 'Use one of the allowed values.',
  },
  date_unknown: {
    kind: 'bad_request',
    title: 'Not a date or date keyword',
    remedy: 'Use a keyword of docs/reference/keywords.md with an optional shift, or a date.',
  },
  date_out_of_range: {
    kind: 'bad_request',
    title: 'Date out of range',
    remedy: 'Stay within the years 1 to 9999.',
  },
  span_reversed: {
    kind: 'bad_request',
    title: 'Span is reversed',
    remedy: 'Let the start be at or before the end.',
  },
  resolution_unknown: {
    kind: 'bad_request',
    title: 'Unknown resolution',
    remedy: 'Use a resolution keyword of docs/reference/keywords.md.',
  },
  resolution_too_coarse: {
    kind: 'bad_request',
    title: 'Series too coarse for this extraction',
    remedy: 'Ask extractions only of series with values every hour or finer.',
  },
  series_unknown: {
    kind: 'not_found',
    title: 'No such series',
    remedy: 'Search with /api/fundamental/meta/all.',
  },
  run_unknown: {
    kind: 'not_found',
    title: 'No such model run',
    remedy: 'See …/issue-times for the runs that exist.',
  },
  key_unknown: {
    kind: 'not_found',
    title: 'No such key',
    remedy: 'List your keys with GET /api/v1/account/keys.',
  },
  key_exists: {
    kind: 'conflict',
    title: 'A key of that name exists',
    remedy: 'Choose another name, or revoke the old key first.',
  },
  subscription_required: {
    kind: 'forbidden',
    title: 'Outside your plan',
    remedy: 'Ask the operator for a plan that includes the series.',
  },
  operator_key_needed: {
    kind: 'forbidden',
    title: 'Operator key needed',
    remedy: 'Send an operator key, made with gridtide key add USER NAME --operator.',
  },
  series_not_writable: {
    kind: 'forbidden',
    title: 'Outside what you may write',
    remedy: 'Write series that match your patterns, or ask the operator for more patterns.',
  },
  series_computed: {
    kind: 'conflict',
    title: 'Computed by a formula',
    remedy:
      'Write the series that the formula names. To give the series values of its own, remove the forecast that computes it first.',
  },
  session_needed: {
    kind: 'forbidden',
    title: 'Sign-in needed',
    remedy: 'Sign in with the password and send that token: keys change no account and no board.',
  },
  cross_site_refused: {
    kind: 'forbidden',
    title: 'Sent by another site',
    remedy:
      'Use the pages of this server. A program sends a token or key in the Authorization header and no cookie.',
  },
  session_unknown: {
    kind: 'not_found',
    title: 'No such session',
    remedy: 'List your sessions with GET /api/v1/account/sessions.',
  },
  board_unknown: {
    kind: 'not_found',
    title: 'No such board',
    remedy: 'List your boards, and those shared with your plan, with GET /api/v1/boards.',
  },
  board_not_own: {
    kind: 'forbidden',
    title: 'Board of another user',
    remedy: 'Save its panels as a board of your own with POST /api/v1/boards.',
  },
  board_changed: {
    kind: 'conflict',
    title: 'Board changed in the meantime',
    remedy: 'Read the board again, then send your change with its version, or save it as a copy.',
  },
  link_unknown: {
    kind: 'not_found',
    title: 'No such link',
    remedy:
      'List your links with GET /api/v1/links, those of a board with GET /api/v1/boards/{id}/links, and make a new one.',
  },
  webhook_unknown: {
    kind: 'not_found',
    title: 'No such webhook',
    remedy:
      'List your webhooks with GET /api/v1/webhooks, the operator’s with GET /api/operator/webhooks.',
  },
  password_wrong: {
    kind: 'forbidden',
    title: 'Password not accepted',
    remedy: 'Send the password that you sign in with.',
  },
  operator_key_protected: {
    kind: 'forbidden',
    title: 'Operator key',
    remedy: 'Ask the operator, who revokes such keys with gridtide key revoke USER NAME.',
  },
  metrics_closed: {
    kind: 'forbidden',
    title: 'Figures are not open here',
    remedy: 'Ask on the server’s own machine, or have the operator set METRICS_ACCESS.',
  },
  idempotency_conflict: {
    kind: 'not_computable',
    title: 'Idempotency-Key used for another request',
    remedy: 'Send the first request again unchanged, or choose a new key.',
  },
  entry_unknown: {
    kind: 'not_found',
    title: 'No such entry',
    remedy: 'List the entries with GET /api/operator/imports.',
  },
  undo_impossible: {
    kind: 'conflict',
    title: 'Cannot be taken back',
    remedy: 'See the entry’s undoneBy, and what was compacted.',
  },
  user_unknown: {
    kind: 'not_found',
    title: 'No such user',
    remedy: 'List the users with GET /api/operator/users.',
  },
  too_many_points: {
    kind: 'not_computable',
    title: 'Answer too large',
    remedy: 'Ask for a coarser resolution or a shorter span.',
  },
  range_unsatisfiable: {
    kind: 'range_not_satisfiable',
    title: 'No byte in the range',
    remedy: 'Ask for bytes within the length that Content-Range names.',
  },
  precondition_failed: {
    kind: 'precondition_failed',
    title: 'Changed in the meantime',
    remedy: 'Read the file again from its beginning, without If-Match.',
  },
  exchange_rate_missing: {
    kind: 'not_computable',
    title: 'Exchange rate missing',
    remedy: 'Ask for EUR, or have the operator import the rate.',
  },
  history_gone: {
    kind: 'not_computable',
    title: 'History no longer kept',
    remedy: 'Ask as of a later time: the message says from when on the record is kept.',
  },
  cursor_gone: {
    kind: 'gone',
    title: 'Cursor no longer in the log',
    remedy: 'Read what you need again, then go on from now (without after) or from after=0.',
  },
  bands_not_averaged: {
    kind: 'not_computable',
    title: 'Bands cannot be averaged',
    remedy: 'Leave resolution out, or ask for the run’s own.',
  },
  store_unavailable: {
    kind: 'unavailable',
    title: 'Store not reachable',
    remedy: 'Try again after Retry-After seconds.',
  },
  data_damaged: {
    kind: 'unavailable',
    title: 'Stored values damaged',
    remedy:
      'Tell the operator, who runs gridtide check and restores a backup. Other series and spans are answered.',
  },
  server_busy: {
    kind: 'unavailable',
    title: 'Server busy',
    remedy: 'Try again after Retry-After seconds; nothing was done.',
  },
  write_unknown: {
    kind: 'unavailable',
    title: 'Not known whether it was stored',
    remedy:
      'Send the request again with the same Idempotency-Key: it is done once. Without a key, look first whether it was done.',
  },
  internal: {
    kind: 'internal',
    title: 'Internal error',
    remedy: 'Tell the operator the request id.',
  },
} as const satisfies Record<string, RefusalRow>;

export type RefusalCode = keyof typeof REFUSALS;
