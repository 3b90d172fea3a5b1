// Every table of a store, for moving rows from one engine to another. A test compares this list with
// the migrated schema of each engine, so that no table and no column is left behind.

import type { MigrationGroup } from '#store/engine';
import { COPY_NONCE, COPY_STATE } from '#store/sql/setting-names';

export type ColumnKind = 'number' | 'text' | 'bytes';

export interface CopyTable {
  readonly name: string;
  /** The columns in the order in which rows are read, written and summed. */
  readonly columns: readonly (readonly [name: string, kind: ColumnKind])[];
  /** The primary key's columns, in order. */
  readonly key: readonly string[];
  /** A column besides the key that no two rows share. */
  readonly unique?: string;
  /** The SQL condition of rows that are the store's content; the others concern one copy of it only. */
  readonly where?: string;
}

/**
 * Tables whose rows belong together: they are read at one moment and written in one transaction. If
 * `rangeBy` names the column that all their keys begin with, one range of its numbers is copied at a time.
 */
export interface CopyFamily {
  readonly name: string;
  readonly group: MigrationGroup;
  readonly rangeBy?: string;
  /** The tables in an order in which each comes after those that its rows refer to. */
  readonly tables: readonly CopyTable[];
}

type Columns = Partial<Record<ColumnKind, string>>;

function table(
  name: string,
  key: string,
  columns: Columns,
  more: Pick<CopyTable, 'unique' | 'where'> = {},
): CopyTable {
  const listed = Object.entries(columns).flatMap(([kind, names]) =>
    names.split(' ').map((column) => [column, kind as ColumnKind] as const),
  );
  return { name, key: key.split(' '), columns: listed, ...more };
}

const STATE = `first_index last_index run_first_index run_last_index newest_run_at
 newest_run_last_index updated_at version`.replace('\n', '');
const TEXTS = 'description unit area category source_order';
const RUN = 'series_key analyzed_at first_index last_index updated_at recorded_at';
const ANSWER: Columns = { number: 'kept_at', text: 'key_hash digest', bytes: 'answer' };

/** A series with everything that belongs to it, so that a copy of a store in use has each series whole. */
const SERIES: CopyFamily = {
  name: 'series',
  group: 'series',
  rangeBy: 'series_key',
  tables: [
    table(
      'series',
      'series_key',
      {
        number: `series_key ${STATE} created_at recorded_at`,
        text: `code ${TEXTS} resolution search_text`,
      },
      { unique: 'code' },
    ),
    table('chunk', 'series_key chunk', { number: 'series_key chunk checksum', bytes: 'bytes' }),
    table('point_change', 'series_key recorded_at chunk', {
      number: 'series_key recorded_at chunk last_chunk checksum',
      bytes: 'bytes',
    }),
    table('run', 'series_key analyzed_at source', {
      number: `${RUN} checksum`,
      text: 'source',
      bytes: 'bytes',
    }),
    table('run_detail', 'series_key analyzed_at source', {
      number: 'series_key analyzed_at',
      text: 'source detail',
    }),
    table('run_band', 'series_key analyzed_at source level', {
      number: 'series_key analyzed_at level lower_checksum upper_checksum',
      text: 'source',
      bytes: 'lower upper',
    }),
    table('past_series', 'series_key replaced_at', {
      number: `series_key replaced_at ${STATE}`,
      text: TEXTS,
    }),
    table('past_run', 'series_key analyzed_at source replaced_at', {
      number: `${RUN} checksum replaced_at`,
      text: 'source detail bands',
      bytes: 'bytes',
    }),
    table('model_memory', 'series_key source', {
      number: 'series_key updated_at',
      text: 'source content',
    }),
    table('value_rule', 'series_key', { number: 'series_key lowest highest largest_step' }),
    table('held_value', 'series_key point_index', {
      number: 'series_key point_index value held_at entry_id',
      text: 'reason',
    }),
  ],
};

const JOURNAL: CopyFamily = {
  name: 'journal',
  group: 'series',
  rangeBy: 'entry_id',
  tables: [
    table('journal', 'entry_id', {
      number: `entry_id recorded_at undoes series_count points_added points_changed points_same
 points_held runs_added runs_changed runs_same`.replace('\n', ''),
      text: 'kind actor name',
    }),
    table('journal_series', 'entry_id series_key', { number: 'entry_id series_key recorded_at' }),
  ],
};

const EVENTS = table('event', 'event_id', {
  number: 'event_id series_key first_index last_index points analyzed_at recorded_at entry_id',
  text: 'type code resolution area category source rule rule_owner',
});

const EXPECTATIONS = table('expectation', 'pattern source', {
  number: 'since',
  text: 'pattern source expect',
});
const FORECAST_TARGETS = table('forecast_target', 'name', {
  number: 'created_at',
  text: 'name code drivers hours kind area formula unit',
});
const ALERTS: CopyFamily = {
  name: 'alerts',
  group: 'series',
  tables: [
    table('alert_rule', 'rule_id', {
      number: 'wait_ms created_at',
      text: 'rule_id owner name folded_name condition_text emails',
    }),
    table('alert_state', 'rule_id series_key', {
      number: 'series_key since',
      text: 'rule_id code state told',
    }),
    table('alert_change', 'change_id', {
      number: `change_id series_key changed_at first_index last_index event_id mail_at
 mail_tries`.replace('\n', ''),
      text: 'rule_id code change_kind detail mail_note',
    }),
    table('alert_silence', 'rule_id code', { number: 'until_at', text: 'rule_id code actor' }),
  ],
};

const ACCOUNTS: CopyFamily = {
  name: 'accounts',
  group: 'accounts',
  tables: [
    table('plan', 'name', {
      number: 'requests_per_minute points_per_answer',
      text: 'name patterns',
    }),
    table('app_user', 'user_id', {
      number: 'user_id is_disabled is_operator created_at is_service',
      text: 'name folded_name password_hash plan_name role write_patterns',
    }),
    table('credential', 'hash', {
      number: 'user_id created_at expires_at last_used_at',
      text: 'hash kind name address agent patterns',
    }),
    table('request_day', 'user_id day', { number: 'user_id day requests last_at' }),
    table('board', 'board_id', {
      number: 'user_id is_shared version panel_count changed_at',
      text: 'board_id name folded_name panels',
    }),
    table('board_link', 'hash', {
      number: 'created_at expires_at last_used_at',
      text: 'hash board_id',
    }),
    table('question_link', 'hash', {
      number: 'user_id created_at expires_at last_used_at',
      text: 'hash name path query',
    }),
    table('user_identity', 'issuer subject', {
      number: 'user_id linked_at',
      text: 'issuer subject',
    }),
    table('webhook', 'webhook_id', {
      number: `user_id old_secret_ends_at created_at disabled_at event_cursor batch_end failed_tries
 try_at delivered_at`.replace('\n', ''),
      text: 'webhook_id url patterns kinds secret old_secret disabled_reason',
    }),
    table('webhook_delivery', 'webhook_id delivery_number', {
      number: 'delivery_number tried_at took_ms after_event last_event event_count status',
      text: 'webhook_id message_id fault',
    }),
  ],
};

const alone = (group: MigrationGroup, only: CopyTable, rangeBy?: string): CopyFamily => ({
  name: only.name,
  group,
  tables: [only],
  ...(rangeBy === undefined ? {} : { rangeBy }),
});

const CONTENT = { where: `name NOT IN ('${COPY_STATE}', '${COPY_NONCE}')` };
const SETTINGS = table('setting', 'name', { text: 'name value' }, CONTENT);
const ACCOUNT_JOURNAL = table('account_journal', 'entry_id', {
  number: 'entry_id recorded_at',
  text: 'actor kind name detail',
});
const JOBS = table('job', 'name due_at', {
  number: 'due_at started_at ended_at',
  text: 'name state note',
});
/** Copied last: its version shows whether the copy was changed, and must not be older than any series. */
export const CATALOG = alone(
  'series',
  table('catalog', 'catalog_key', { number: 'catalog_key version updated_at' }),
);

/** All families in the order of copying. */
export const FAMILIES: readonly CopyFamily[] = [
  alone('series', SETTINGS),
  SERIES,
  JOURNAL,
  alone('series', EVENTS, 'event_id'),
  alone('series', EXPECTATIONS),
  alone('series', FORECAST_TARGETS),
  ALERTS,
  alone('series', JOBS),
  alone('series', table('kept_answer', 'key_hash', ANSWER)),
  ACCOUNTS,
  alone('accounts', ACCOUNT_JOURNAL, 'entry_id'),
  alone('accounts', table('account_answer', 'key_hash', ANSWER)),
  CATALOG,
];

/** Tables that are not copied, with the reason. */
export const NOT_COPIED: Readonly<Record<string, string>> = {
  applied_migration: 'each engine has its own',
  write_mark: 'the last transactions on the engine’s own machine',
  rate_window: 'the requests of the running minute',
  sign_in_failure: 'failed sign-ins of the last minutes, and addresses that signed in',
  sign_in_code: 'codes that are good for some minutes',
  used_sign_in: 'sign-ins at a provider of the last minutes',
  series_search: 'SQLite’s index of words, which follows the table series on its own',
};
