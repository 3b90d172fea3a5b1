// The headings of CHANGELOG.md: `## Unreleased` or `## 0.2.0 (unreleased)` becomes `## 0.2.0 (2026-12-01)`.

const OPEN_HEADING = /^## (?:Unreleased|\d+\.\d+\.\d+\S* \(unreleased\))$/im;
const HEADING = /^## (.*)$/m;

export class ReleaseFault extends Error {
  override readonly name = 'ReleaseFault';
}

/** Gives what is not released yet its version and date. */
export function closeChangelog(text: string, version: string, date: string): string {
  const [first = ''] = HEADING.exec(text) ?? [];
  if (!OPEN_HEADING.test(first))
    throw new ReleaseFault(
      `the first heading of CHANGELOG.md must be "## Unreleased", not ${JSON.stringify(first)}: nothing is new`,
    );
  const closed = text.replace(HEADING, () => `## ${version} (${date})`);
  if (notesOf(closed, version) === '')
    throw new ReleaseFault('CHANGELOG.md has no line below its first heading: nothing is new');
  return closed;
}

/** The lines of a released version; throws if it has none with a date. */
export function notesOf(text: string, version: string): string {
  const sections = text.split(/^(?=## )/m);
  const found = sections.find((section) => section.startsWith(`## ${version} (`));
  const [heading = '', ...lines] = (found ?? '').split('\n');
  if (!/\(\d{4}-\d\d-\d\d\)$/.test(heading))
    throw new ReleaseFault(`CHANGELOG.md has no heading "## ${version} (DATE)"`);
  return lines.join('\n').trim();
}
