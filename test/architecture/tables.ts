// Which folder may import which: the plan of the house, as tables. ARCHITECTURE.md shows the first.

/** What each folder (or file at the top of src) may import, besides itself. */
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  core: ['nothing'],
  bytes: ['core'],
  contract: ['core'],
  store: ['package', 'core'],
  accounts: ['store', 'core'],
  importers: ['store', 'core'],
  exporters: ['bytes', 'store', 'core'],
  sources: ['importers', 'store', 'core'],
  model: ['core'],
  demo: ['accounts', 'store', 'core'],
  service: ['accounts', 'sources', 'importers', 'model', 'bytes', 'store', 'core'],
  http: [
    ...['service', 'exporters', 'pictures', 'view', 'accounts', 'contract', 'bytes'],
    ...['store (types)', 'package', 'core'],
  ],
  client: ['contract'],
  view: ['contract', 'core'],
  pictures: ['view', 'contract', 'core'],
  explorer: ['view', 'client', 'contract', 'core'],
  serve: ['anything'],
  cli: ['anything'],
  config: ['anything'],
  'config-values': ['http', 'store', 'core'],
  settings: ['core'],
  package: ['nothing'],
  version: ['nothing'],
};

/** Folders that only the folders named here may import, whatever else they may import. */
export const CLOSED: Readonly<Record<string, readonly string[]>> = {
  serve: ['cli'],
  cli: [],
};

/**
 * What each sub-folder may import of its own top folder. `.` is the files that lie in the top folder
 * itself; a name stands for everything below it.
 */
export const ALLOWED_INSIDE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> =
  {
    store: {
      '.': ['nothing'],
      codec: ['.'],
      sql: ['.'],
      search: ['sql', '.'],
      events: ['sql', '.'],
      alerts: ['search', 'sql', '.'],
      series: ['alerts', 'events', 'search', 'codec', 'sql', '.'],
      accounts: ['search', 'sql', '.'],
      engines: ['series', 'alerts', 'events', 'accounts', 'sql', '.'],
      open: ['engines', 'sql', '.'],
      copy: ['open', 'sql', '.'],
      check: ['open', 'engines', 'series', 'search', 'codec', 'sql', '.'],
      backup: ['check', 'copy', 'open', 'engines', 'sql', '.'],
      log: ['backup', 'engines', '.'],
    },
    http: {
      '.': ['anything'],
      writers: ['nothing'],
      figures: ['nothing'],
      answer: ['writers'],
      connection: ['answer'],
      request: ['answer', 'connection', 'figures'],
      openapi: ['answer', 'request'],
      front: ['answer', 'connection', 'figures', 'request'],
      health: ['answer', 'figures', 'openapi', 'request'],
      pages: ['answer', 'connection', 'openapi', 'request'],
      pictures: ['answer', 'request', 'writers'],
      tables: ['answer', 'request'],
      api: ['anything'],
    },
    service: {
      '.': ['nothing'],
      series: ['.'],
      forecasts: ['.'],
      slices: ['series', 'forecasts', '.'],
      accuracy: ['slices', 'series', 'forecasts', '.'],
      prometheus: ['slices', 'series', '.'],
      operator: ['freshness', 'series', '.'],
      'model-runs': ['series', '.'],
      collecting: ['.'],
      backups: ['.'],
      events: ['.'],
      freshness: ['collecting', 'series', '.'],
      alerts: ['freshness', 'series', '.'],
      webhooks: ['events', '.'],
      tables: ['series', '.'],
    },
    importers: {
      '.': ['anything'],
      files: ['nothing'],
      bytes: ['files'],
      tables: ['bytes', 'files'],
      points: ['files'],
      rows: ['tables', 'points', 'bytes', 'files'],
    },
    cli: {
      '.': ['anything'],
      command: ['nothing'],
      terminal: ['command'],
      commands: ['terminal', 'command'],
    },
  };

/** Folders whose files and sub-folders do not import each other: what they share lies below them. */
export const APART: readonly string[] = ['src/cli/commands'];

/** The most files that a folder may have: beyond it a newcomer no longer reads the list. */
export const MOST_FILES = 28;

/** What `store (types)` lets through besides types: the classes that tell an unreachable store. */
export const STORE_VALUES = [
  'StoreUnavailable',
  'StoreUnwritable',
  'StoreDamaged',
  'CommitUnknown',
];

/** The files that hold the store's interface, and nothing else of it. */
export const STORE_INTERFACES = [
  '#store/store',
  '#store/series-store',
  '#store/series-record',
  '#store/run-store',
  '#store/expectation',
  '#store/forecast-target',
  '#store/held-value',
  '#store/journal-entry',
  '#store/alert-store',
  '#store/change-event',
  '#store/account-store',
  '#store/limit-store',
  '#store/board-store',
  '#store/link-store',
  '#store/identity-store',
  '#store/webhook-store',
];
