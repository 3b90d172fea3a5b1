// gridtide audit: who imported, changed or granted what, when.

import { type Command, DONE, misuse, takePositionals } from '#cli/command/command';
import { JSON_OPTION, STORE_OPTION, withStore } from '#cli/command/store-option';
import { printJson, printTable } from '#cli/terminal/table';
import { quoteGiven } from '#core/nearest';
import { formatUtc } from '#core/time/instant';
import { type AuditEntry, readAudit } from '#service/operator/operator-audit';

const DEFAULT_LIMIT = 50;

export const auditCommand: Command = {
  name: 'audit',
  summary: 'Show who imported, changed or granted what, newest first.',
  usage: '[--limit N] [--json]',
  options: {
    limit: {
      type: 'string',
      value: 'N',
      summary: `At most N entries. Default: ${DEFAULT_LIMIT}.`,
    },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  notes: `
Two journals as one list: writes to series, with the numbers that gridtide undo takes, and changes of
users, plans and keys. Entries are added and never changed or removed.`,
  async run(args, io) {
    takePositionals(args);
    const text = args.text('limit') ?? String(DEFAULT_LIMIT);
    if (!/^[1-9]\d{0,5}$/.test(text)) {
      throw misuse(`--limit is a whole number from 1 to 999999, not ${quoteGiven(text)}`);
    }
    const { entries, next } = await withStore(args, io, (store) =>
      readAudit(store, store.accounts, Number(text)),
    );
    if (args.flag('json')) printJson(entries.map(summaryOf), io);
    else if (entries.length === 0) io.stdout.write('nothing was done yet\n');
    else printTable(entries, COLUMNS, io);
    if (next !== undefined) io.stderr.write(`the newest ${text}; there are more: see --limit\n`);
    return DONE;
  },
};

const COLUMNS = [
  { title: 'TIME', cell: ({ recordedAt }: AuditEntry) => formatUtc(recordedAt) },
  {
    title: 'IMPORT',
    cell: ({ journal, id }: AuditEntry) => (journal === 'data' ? String(id) : ''),
  },
  { title: 'WHO', cell: ({ actor }: AuditEntry) => actor },
  { title: 'WHAT', cell: ({ kind }: AuditEntry) => kind },
  { title: 'ABOUT', cell: ({ name }: AuditEntry) => name },
  { title: 'DETAIL', cell: ({ detail }: AuditEntry) => detail },
];

const summaryOf = ({ recordedAt, ...entry }: AuditEntry) => ({
  recordedAt: formatUtc(recordedAt),
  ...entry,
});
