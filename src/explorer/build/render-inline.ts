// One line of Markdown as HTML: code, links, pictures, strong and emphasised parts. Pure.

/** The targets of a page's links and pictures. */
export interface Targets {
  /** The address of a link; undefined if it leads out of what the server has. */
  link(target: string): string | undefined;
  /** What stands for a picture's address; undefined if there is no such picture. */
  picture(target: string): string | undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

const PART = new RegExp(
  [
    '(?<ticks>`+)(?<code>.+?)\\k<ticks>(?!`)',
    '!\\[(?<alt>[^\\]]*)\\]\\((?<source>[^)\\s]+)\\)',
    '\\[(?<text>(?:`[^`]*`|[^\\]])+)\\]\\((?<target>[^)\\s]+)\\)',
    '\\*\\*(?<strong>.+?)\\*\\*',
    '\\*(?<emphasis>[^*\\s](?:[^*]*[^*\\s])?)\\*',
  ].join('|'),
  'g',
);

export function renderInline(text: string, targets: Targets): string {
  let html = '';
  let from = 0;
  for (const match of text.matchAll(PART)) {
    html += escapeHtml(text.slice(from, match.index)) + renderPart(match.groups!, targets);
    from = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(from));
}

type Groups = Readonly<Record<string, string | undefined>>;

function renderPart(groups: Groups, targets: Targets): string {
  const { code, alt = '', source, text, target, strong, emphasis } = groups;
  if (code !== undefined) return `<code>${escapeHtml(code.replace(/^ (.+) $/, '$1'))}</code>`;
  if (source !== undefined) return renderPicture(source, alt, targets);
  if (text !== undefined) return renderLink(text, target!, targets);
  if (strong !== undefined) return `<strong>${renderInline(strong, targets)}</strong>`;
  return `<em>${renderInline(emphasis!, targets)}</em>`;
}

export function renderPicture(source: string, alt: string, targets: Targets): string {
  const address = targets.picture(source);
  return address === undefined
    ? escapeHtml(alt)
    : `<img src="${address}" alt="${escapeHtml(alt)}" loading="lazy">`;
}

function renderLink(text: string, target: string, targets: Targets): string {
  const address = targets.link(target);
  const inner = renderInline(text, targets);
  if (address === undefined) return inner;
  const isElsewhere = /^https?:/.test(address);
  return `<a href="${escapeHtml(address)}"${isElsewhere ? ' rel="noreferrer"' : ''}>${inner}</a>`;
}
