// Limits, defaults and times that pages name are those of the code.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { MAX_KEYS_PER_USER } from '#accounts/api-keys';
import {
  DEFAULT_LINK_DAYS,
  MAX_LINK_DAYS,
  MAX_LINKS_PER_BOARD,
} from '#accounts/boards/board-links';
import { MAX_BOARDS_PER_USER, MAX_LISTED } from '#accounts/boards/boards';
import {
  MAX_NAME_LENGTH,
  MAX_PANELS,
  MAX_TITLE_LENGTH,
  MAX_VIEW_LENGTH,
} from '#accounts/boards/check-board';
import {
  FAILURE_WINDOW_MS,
  MAX_FAILED_PER_USER,
  MAX_FAILED_SIGN_INS,
} from '#accounts/failure-throttle';
import { FAMILIAR_MS } from '#accounts/familiar-addresses';
import { REMEMBERED_MS } from '#accounts/grant-cache';
import { LONGEST_LINK_NAME, MAX_LINKS_PER_USER } from '#accounts/links/question-links';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#accounts/new-password';
import { DEFAULT_POINTS_PER_ANSWER, DEFAULT_REQUESTS_PER_MINUTE } from '#accounts/plans';
import { MIN_SIGN_INS_PER_MINUTE } from '#accounts/sign-in';
import { CODE_LIFETIME_MS } from '#accounts/sign-in-codes';
import { MOST_EVENTS, MOST_WAIT_SECONDS } from '#contract/changes';
import { MAX_SERIES_PER_REQUEST } from '#contract/fundamental';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import { BATCH_ROWS } from '#exporters/export-table';
import { MOST_SHEET_COLUMNS, MOST_SHEET_ROWS } from '#exporters/sheet-limits';
import { VALUES_LIMIT } from '#http/api/operator/values';
import { REQUEST_MS, SLOW_REQUEST_MS, STALLED_MS } from '#http/connection/slow-clients';
import { LEAST_WIDTH, MOST_WIDTH } from '#http/pictures/picture-query';
import { FRESH_MS, MOST_KEPT, MOST_WAITING } from '#http/pictures/picture-shelf';
import { MOST_POINTS as MOST_DRAWN } from '#http/pictures/read-columns';
import { BODY_LIMIT } from '#http/request/hooks';
import { MOST_LEVELS } from '#http/request/json-depth';

import { MAX_RATIO } from '#importers/files/unpack-limits';
import { MAX_BATCH_BYTES } from '#importers/tables/arrow/arrow-metadata';
import { MAX_PAGE_BYTES } from '#importers/tables/parquet/parquet-page-header';
import { STOP_WITHIN_MS } from '#serve/start';
import { MOST_DAYS } from '#service/accuracy/parse-accuracy-request';
import {
  MOST_EMAILS,
  MOST_RULES_OF_OPERATORS,
  MOST_RULES_OF_USER,
} from '#service/alerts/alert-rules';
import { MOST_DAYS_TRIED, MOST_SERIES_TRIED } from '#service/alerts/try-alert';
import { MOST_SERIES as MOST_WATCHED } from '#service/alerts/watched-series';
import { MOST_EXPECTATIONS } from '#service/freshness/change-expectations';
import { RETRY_AFTER_MS } from '#service/job-pauses';
import { MOST_NAMED_DRIVERS, MOST_TARGETS } from '#service/model-runs/forecast-targets';
import { KEPT_FOR_MS } from '#service/operator/idempotency';
import { MOST_POINTS } from '#service/operator/operator-rows';
import { MAX_ENTRIES, MAX_URL_LENGTH } from '#service/webhooks/check-webhook';
import { KEPT_DELIVERIES } from '#service/webhooks/record-outcome';
import { MOST_TRIES } from '#service/webhooks/retry-schedule';
import { TRY_MS } from '#service/webhooks/send-delivery';
import {
  MAX_WEBHOOKS_OF_OPERATOR,
  MAX_WEBHOOKS_PER_USER,
  ROTATION_HOURS,
} from '#service/webhooks/webhooks';
import { SETTINGS } from '#settings/settings';
import { constantOf } from './code-constants.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

const textOf = (page: string): string =>
  readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8').replace(/\s+/g, ' ');

const count = (value: number): string => value.toLocaleString('en');
const seconds = (ms: number): string => count(ms / SECOND_MS);
const minutes = (ms: number): string => count(ms / MINUTE_MS);
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];
const settings = new Map<string, string>(SETTINGS.map(({ name, fallback }) => [name, fallback]));

/** What each page says, written with the code's own numbers. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  'reference/limits.md': [
    `${LEAST_WIDTH} to ${count(MOST_WIDTH)} pixels wide; at most ${count(MOST_DRAWN)} points a line; one is drawn at a time in a process, ${MOST_WAITING} wait, and more get 503; ${MOST_KEPT} are kept for ${seconds(FRESH_MS)} s`,
    `of the plan; ${DEFAULT_REQUESTS_PER_MINUTE} by default`,
    `of the plan; ${count(DEFAULT_POINTS_PER_ANSWER)} by default`,
    `| series in one \`multi\` request | ${MAX_SERIES_PER_REQUEST} |`,
    `${MAX_FAILED_SIGN_INS} in ${minutes(FAILURE_WINDOW_MS)} minutes`,
    `${MAX_FAILED_PER_USER} in ${minutes(FAILURE_WINDOW_MS)} minutes`,
    `in the last ${FAMILIAR_MS / DAY_MS} days`,
    `as the plan allows requests, at least ${MIN_SIGN_INS_PER_MINUTE}`,
    `| keys | ${MAX_KEYS_PER_USER} a user |`,
    `| links for spreadsheets | ${MAX_LINKS_PER_USER} a user; ${MAX_FAILED_SIGN_INS} unknown ones in ${minutes(FAILURE_WINDOW_MS)} minutes`,
    `| alerts | ${MOST_RULES_OF_USER} a user, ${MOST_RULES_OF_OPERATORS} of the operators; ${MOST_WATCHED} series and ${MOST_EMAILS} addresses an alert; a dry run: ${MOST_DAYS_TRIED} days, ${MOST_SERIES_TRIED} series |`,
    `| webhooks | ${MAX_WEBHOOKS_PER_USER} a user, ${MAX_WEBHOOKS_OF_OPERATOR} of the operator; an address of ${count(MAX_URL_LENGTH)} characters, ${MAX_ENTRIES} patterns and ${MAX_ENTRIES} kinds a webhook; ${seconds(TRY_MS)} s a try, ${MOST_TRIES} tries a delivery; the last ${KEPT_DELIVERIES} tries are kept |`,
    `| log of changes | an answer has ${count(MOST_EVENTS)} events at most and waits for ${MOST_WAIT_SECONDS} s at most; ${count(constantOf('src/http/api/v1/changes', 'MOST_OF_A_USER'))} streams and waiting requests a user and process |`,
    `| forecast targets | ${MOST_TARGETS} definitions in a store, each with ${MOST_NAMED_DRIVERS} named drivers |`,
    `| freshness | ${MOST_EXPECTATIONS} expectations in a store`,
    `| boards | ${MAX_BOARDS_PER_USER} a user, ${MAX_PANELS} panels a board; a list has ${count(MAX_LISTED)} at most. ${MAX_LINKS_PER_BOARD} links a board, each for ${MAX_LINK_DAYS} days at most |`,
    `| body | ${BODY_LIMIT / KIB} KiB; ${constantOf('src/http', 'MULTI_BODY_LIMIT') / MIB} MiB for \`/api/fundamental/series/multi\`; ${VALUES_LIMIT / MIB} MiB for`,
    `| values of one operator request | ${count(MOST_POINTS)} |`,
    `at most ${MOST_LEVELS} levels deep`,
    `${seconds(constantOf('src/http/connection', 'headersTimeout'))} s for the headers, ${seconds(REQUEST_MS)} s for all of it; ${minutes(SLOW_REQUEST_MS)} minutes with an operator's body`,
    `ended after ${seconds(STALLED_MS)} to ${seconds(2 * STALLED_MS)} s without a byte`,
    `| connections | ${count(Number(settings.get('MAX_CONNECTIONS')))} a process`,
    `about ${seconds(constantOf('src/http/answer/waiting-line.ts', 'MOST_WAIT_MS'))} s, for large answers ${seconds(constantOf('src/http/answer/answer-threads.ts', 'MOST_WAIT_MS'))} s`,
    `| ${MOST_DAYS} days |`,
    `\`Retry-After: ${constantOf('src/http/answer', 'RETRY_SECONDS')}\``,
  ],
  'how-to/run/run-as-a-service.md': [
    `After ${seconds(STOP_WITHIN_MS)} seconds it ends anyway`,
    `If one worker ends ${WORDS[constantOf('src/serve', 'MOST_ENDS')]} times in a row, each time before it has served for ${seconds(constantOf('src/serve', 'STEADY_MS'))} seconds`,
    `at least every ${WORDS[REMEMBERED_MS / SECOND_MS]} seconds`,
    `up to ${constantOf('src/http/answer', 'MOST_UNSENT_BYTES') / MIB} MB of large answers`,
    `Its threads keep up to ${constantOf('src/http/answer', 'SPARE_BYTES') / MIB} MB`,
    `each of its threads keep up to ${constantOf('src/store/engines/sqlite', 'READER_KB') / KIB} MB of the file's pages`,
  ],
  'explanation/scaling.md': [
    `and a disabled user, within ${WORDS[REMEMBERED_MS / SECOND_MS]} seconds`,
    `another takes over, on PostgreSQL after ${constantOf('src/store/sql', 'CLAIM_MS') === HOUR_MS ? 'an hour' : '?'} at most`,
    `looks for the mark for ${seconds(constantOf('src/store/engines/postgres', 'OUTCOME_MS'))} s`,
  ],
  'how-to/boards.md': [
    `| \`name\` | 1 to ${MAX_NAME_LENGTH} characters in one line |`,
    `| \`panels\` | at most ${MAX_PANELS},`,
    `with its query, at most ${count(MAX_VIEW_LENGTH)} characters:`,
    `| \`title\` | at most ${MAX_TITLE_LENGTH} characters;`,
    `A link works for ${DEFAULT_LINK_DAYS} days, or for the 1 to ${MAX_LINK_DAYS} \`days\``,
    `A user has at most ${MAX_BOARDS_PER_USER} boards, and a board ${MAX_LINKS_PER_BOARD} links.`,
  ],
  'how-to/spreadsheets.md': [
    `what you call it in your list; at most ${LONGEST_LINK_NAME} characters`,
    `A client address that asks for ${MAX_FAILED_SIGN_INS} of them`,
    `A user has at most ${MAX_LINKS_PER_USER}.`,
  ],
  'how-to/follow-changes.md': [
    `the most events of an answer, up to ${count(MOST_EVENTS)}`,
    `if there is no event yet, up to ${MOST_WAIT_SECONDS}:`,
  ],
  'how-to/webhooks.md': [
    `A user has at most ${MAX_WEBHOOKS_PER_USER} webhooks`,
    `After ${MOST_TRIES === 10 ? 'ten' : '?'} tries, about three days`,
    `see the last ${KEPT_DELIVERIES} tries`,
    `for ${ROTATION_HOURS} hours both secrets sign`,
  ],
  'how-to/users-plans-keys.md': [
    `Passwords have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
    `${DEFAULT_REQUESTS_PER_MINUTE} requests a minute, ${count(DEFAULT_POINTS_PER_ANSWER)} points an answer`,
    `everywhere within ${WORDS[REMEMBERED_MS / SECOND_MS]} seconds`,
  ],
  'how-to/run/proxy-and-tls.md': [
    `An operator's values may be ${VALUES_LIMIT / MIB} MiB`,
    `client_max_body_size ${VALUES_LIMIT / MIB + 1}m;`,
  ],
  'how-to/run/move-to-postgresql.md': [
    `each thread has up to ${constantOf('src/store/engines/postgres', 'FEWEST_CONNECTIONS')} and a watcher`,
    `\`STORE_CONNECTIONS\` + 1), ${constantOf('src/store/engines/postgres', 'FEWEST_CONNECTIONS') + 1} for each of its threads`,
    `(1 worker, ${settings.get('STORE_CONNECTIONS')} connections`,
  ],
  'how-to/collect.md': [
    `a pass starts ${minutes(constantOf('src/service/collecting', 'PHASE_MS'))} minutes past`,
    `from \`${minutes(constantOf('src/service/collecting', 'SHORTEST_EVERY_MS'))}m\` to \`${constantOf('src/service/collecting', 'LONGEST_EVERY_MS') / DAY_MS}d\``,
    `\`0d\` to \`${constantOf('src/service/collecting', 'LONGEST_BACK_MS') / DAY_MS}d\``,
    `after ${count(constantOf('src/service/collecting', 'MOST_REQUESTS'))} requests or ${minutes(constantOf('src/service/collecting', 'LONGEST_PASS_MS'))} minutes`,
    `After ${WORDS[constantOf('src/service/collecting', 'MOST_FAILURES_IN_A_ROW')]} failures in a row`,
    `after ${constantOf('src/store/sql', 'CLAIM_MS') === HOUR_MS ? 'an hour' : '?'} on PostgreSQL`,
  ],
  'how-to/forecast.md': [
    `at most ${minutes(constantOf('src/service/model-runs', 'REFRESH_EVERY_MS'))} minutes after a part changed`,
    `rounded to ${constantOf('src/service/model-runs', 'DIGITS')} digits`,
    `not done after ${minutes(constantOf('src/service/model-runs', 'LATE_AFTER_MS'))} minutes`,
    `tried again after ${minutes(RETRY_AFTER_MS)} minutes, ${WORDS[constantOf('src/service/model-runs', 'MOST_TRIES')]} times in all`,
    `at ${settings
      .get('FORECAST_HOURS')!
      .split(',')
      .map((hour) => `${hour.padStart(2, '0')}:00Z`)
      .join(' and ')}`,
  ],
  'how-to/import.md': [
    `waits up to ${seconds(constantOf('src/store/open/open-store.ts', 'writeWaitMs'))} seconds for another writer`,
  ],
  'reference/operator-api.md': [
    `at most ${VALUES_LIMIT / MIB} MiB and ${count(MOST_POINTS)} values`,
    `For ${KEPT_FOR_MS / HOUR_MS} hours`,
  ],
  'reference/formats.md': [
    `A page has at most ${MAX_PAGE_BYTES / MIB} MiB and ${count(constantOf('src/importers/tables/parquet', 'MAX_PAGE_VALUES'))} values`,
    `A record batch has at most ${MAX_BATCH_BYTES / MIB} MiB`,
    `at most ${count(constantOf('src/importers/tables/xlsx', 'MAX_STRINGS'))} different texts`,
    `A line has at most ${constantOf('src/importers/bytes', 'MAX_ROW_BYTES') / MIB} MiB`,
    `at most ${count(MOST_SHEET_ROWS)} rows below its header and ${count(MOST_SHEET_COLUMNS)} columns`,
    `more than ${MAX_RATIO} times their size`,
    `Row groups of at most ${count(BATCH_ROWS)} rows`,
    `1 to ${constantOf('src/importers', 'MAX_DESCRIPTION')} characters`,
    `up to ${constantOf('src/importers', 'MAX_UNIT')} characters`,
  ],
  'reference/sources.md': [
    `Gridtide asks at most ${constantOf('src/sources/entsoe', 'requestsPerMinute')} a minute`,
    `At most ${constantOf('src/sources/ecb', 'requestsPerMinute')} requests a minute are sent`,
    `${WORDS[constantOf('src/sources/fetch-politely.ts', 'MOST_TRIES')]} times in all, after 1, 2, 4, 8 seconds`,
  ],
  'start/explorer.md': [`within ${minutes(CODE_LIFETIME_MS)} minutes`],
};

describe('figures of the pages', () => {
  for (const [page, texts] of Object.entries(SAID)) {
    it(`docs/${page} has the numbers of the code`, () => {
      const said = textOf(page);
      assert.deepEqual(
        texts.filter((text) => !said.includes(text)),
        [],
      );
    });
  }
});
