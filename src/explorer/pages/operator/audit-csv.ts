// The audit as a CSV file. Its texts come from files and users, so none may be a formula in a spreadsheet. Pure.

import type { AuditShape } from '#contract/operator-journal';

const COLUMNS = ['recordedAt', 'actor', 'kind', 'name', 'detail', 'journal', 'id'] as const;

/** A cell in quotes; a text that a spreadsheet would calculate begins with an apostrophe. */
function cellOf(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

export function auditCsv(entries: readonly AuditShape[]): string {
  const rows = entries.map((entry) => COLUMNS.map((name) => cellOf(entry[name])).join(','));
  return `${[COLUMNS.join(','), ...rows].join('\n')}\n`;
}

/** The entries that have every word of a filter somewhere. */
export function filterAudit(entries: readonly AuditShape[], filter: string): AuditShape[] {
  const words = filter.toLowerCase().split(/\s+/);
  return entries.filter(({ actor, kind, name, detail }) => {
    const text = `${actor} ${kind} ${name} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
