// Finds memory of a module or an object that outlasts a call: maps, sets, scratch arrays, and single kept values.
// The linter's formatter puts modules' own lines at the margin and fields two blanks from it, so lines tell which.

const NAMED = '(?:: [^=;\\n()]+)?';
const OF_MODULE = `^(?:export )?(?:const|let) \\w+${NAMED}`;
const OF_OBJECT = `^ {2}(?:(?:private|static|readonly) )*#?\\w+${NAMED}`;
const KEPT = '(?:kept|cached|remembered|known)';

const PATTERNS = [
  // An empty map or set grows. One that is made of rows is a table.
  `(?:${OF_MODULE}|${OF_OBJECT}) =\\s+new (?:Weak)?(?:Map|Set)(?:<(?:[^()=]|=>|\\([^()]*\\) =>)*?>)?\\(\\)`,
  `(?:${OF_MODULE}|${OF_OBJECT}|^ {4}this\\.#?\\w+) =\\s+new (?:BoundedCache|BufferPool|FitMemo|KeptFits|KeptAnswers)[<(]`,
  `^ {2}(?:(?:private|readonly) )*#${KEPT}\\w*[:=?! ]`,
  // What a function returns may keep a value of the function's.
  '^ {2}let (?:(?:kept|cached|remembered)\\b|known: )',
  `${OF_MODULE} =\\s+(?:new \\w+Array\\((?!0\\)|Uint16Array)|new DataView|Buffer\\.alloc)`,
  '^(?:export )?let \\w+',
].map((pattern) => new RegExp(pattern, 'm'));

/** Whether a source has memory that outlasts a call. */
export const hasLastingMemory = (source: string): boolean =>
  PATTERNS.some((pattern) => pattern.test(source));

/** Files and folders whose lasting memory is no cache, with what it is. */
export const NO_CACHE: Readonly<Record<string, string>> = {
  'accounts/rate-limiter.ts': 'what each user has used of a minute, which decides',
  'accounts/shared-rate-limiter.ts': 'what this process has leased for each user, which decides',
  'accounts/sso/ask-provider.ts': 'the number of requests under way',
  'accounts/use/counted-requests.ts': 'counts that the store lacks until they are written',
  'core/bounded-cache.ts': 'what a cache of others is made of',
  'core/keyed-queue.ts': 'tasks that wait',
  'explorer/build': 'the anchors of one page, while it is built',
  'explorer/chart/input/pointer-gestures.ts': 'fingers on the chart',
  'explorer/find/search/search-series.ts': 'the matches of one search',
  'explorer/live': 'changes that wait to be shown, and whether a pointer is pressed',
  'explorer/pages': 'a constant and a running number',
  'explorer/parts/copy/copy-button.tsx': 'how to clear the last tick',
  'explorer/parts/dates/use-popover.ts': 'one code file of the page, under way or loaded',
  'explorer/state/connection.ts': 'whether the server answers',
  'explorer/state/find-opening.ts': 'what was typed before the field opened',
  'explorer/state/live-scope.tsx': 'the views that are shown',
  'explorer/state/loading.ts': 'the number of requests under way',
  'explorer/state/navigation.ts': 'the view of the address, compared with it',
  'explorer/state/preferences.ts': 'what the reader chose',
  'explorer/state/server-now.ts': 'how far the clock of the server is ahead',
  'explorer/state/session.ts': 'the session of the page',
  'explorer/state/use-sign-in-code.ts': 'a sign-in under way',
  'http/api/v1/changes/event-followers.ts': 'the open streams',
  'http/connection': 'the open connections and their requests',
  'http/figures/request-figures.ts': 'counts of requests, which figures report',
  'http/front/paced-refusals.ts': 'refusals that wait',
  'http/front/pipelined-requests.ts': 'the readers of connections',
  'http/request/allowances.ts': 'what each address has left, which decides',
  'http/request/hooks.ts': 'which requests are HEAD',
  'http/request/json-depth.ts': 'a constant table',
  'http/request/stranger-limit.ts':
    'what addresses have used and which have callers, which decides',
  'importers/bytes/ndjson-reader.ts': 'the columns of the file that is read',
  'importers/import-points.ts': 'the series of one import',
  'importers/points-worker.ts': 'the import of the thread',
  'importers/rows/run-layout.ts': 'the runs of one import',
  'importers/rows/series-table.ts': 'the series of one import',
  'importers/rows/wide-layout.ts': 'the times that one import met twice',
  'importers/table-worker.ts': 'the pace of the thread',
  'importers/tables/arrow/arrow-table.ts': 'the bytes unpacked so far, which are bounded',
  'serve/answer-worker.ts': 'the order of the work of the thread',
  'serve/figures.ts': 'what the workers told, and who waits for it',
  'serve/telemetry/telemetry.ts': 'receivers that fail, so that each is logged once',
  'serve/tick-shape.ts': 'one tick of Node, kept for its shape',
  'serve/worker.ts': 'the process: its app, and whether it is stopping',
  'service/accuracy': 'the sums of one request',
  'service/collecting/collect-schedule.ts': 'failures and tries',
  'service/collecting/collect-services.ts': 'the services of the settings',
  'service/freshness/rule-book.ts': 'the rules of one look, read for it',
  'service/model-runs/backtest-scores.ts': 'the sums of one backtest',
  'service/model-runs/forecast-schedule.ts': 'tries of runs',
  'service/operator/operator-rows.ts': 'the times that one request has twice',
  'service/slices/read-slice.ts': 'the columns of one request',
  'service/webhooks/hook-rounds.ts': 'deliveries under way',
  sources: 'the document that is read',
  'store/backup/backup-archive.ts': 'a constant',
  'store/check': 'what one check has read',
  'store/engines/job-locks.ts': 'the jobs that this process has locked',
  'store/engines/postgres/postgres-client.ts':
    'the timeline that a connection began with, to be compared',
  'store/engines/postgres/postgres-job-locks.ts': 'the connections that have locks',
  'store/engines/postgres/postgres-liveness.ts': 'statements under way',
  'store/engines/postgres/postgres-queue.ts': 'callers that wait for a connection',
  'store/events/open-events.ts': 'the events of a transaction',
  'store/series/journal.ts': 'the instants of a transaction',
  'view/axes/number-text.ts': 'the marks of numbers that the reader chose',
};
