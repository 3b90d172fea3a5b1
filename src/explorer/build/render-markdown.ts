// A page of the docs as HTML: the part of Markdown that our pages use. It runs when the page is built, so the
// browser gets no Markdown and no library for it. Pure.

import { escapeHtml, renderInline, renderPicture, type Targets } from './render-inline.ts';

export interface Heading {
  readonly id: string;
  /** HTML. */
  readonly text: string;
}

export interface RenderedPage {
  /** The first heading, as text. */
  readonly title: string;
  readonly html: string;
  /** The headings of the second level. */
  readonly headings: readonly Heading[];
}

export function renderMarkdown(text: string, targets: Targets): RenderedPage {
  const renderer = new Renderer(targets);
  const html = renderer.blocks(text.split('\n'));
  return { title: renderer.title, html, headings: renderer.headings };
}

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const FENCE = /^( *)```(\w*)/;
const ITEM = /^( *)(?:[-*]|\d+\.) +/;
const TABLE_LINE = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;

class Renderer {
  title = '';
  readonly headings: Heading[] = [];
  readonly #targets: Targets;
  readonly #anchors = new Map<string, number>();

  constructor(targets: Targets) {
    this.#targets = targets;
  }

  blocks(lines: readonly string[]): string {
    const parts: string[] = [];
    for (let i = 0; i < lines.length; ) {
      const end = blockEnd(lines, i);
      const block = this.#block(lines.slice(i, end));
      if (block !== '') parts.push(block);
      i = end;
    }
    return parts.join('\n');
  }

  #block(lines: readonly string[]): string {
    const [first = ''] = lines;
    if (first.trim() === '' || first.startsWith('<!--')) return '';
    if (FENCE.test(first)) return fencedCode(lines);
    if (first.startsWith('#')) return this.#heading(first);
    if (first.startsWith('|')) return this.#table(lines);
    if (first.startsWith('<picture>')) return this.#picture(lines.join('\n'));
    if (ITEM.test(first)) return this.#list(lines);
    return `<p>${this.#inline(lines.map((line) => line.trim()).join(' '))}</p>`;
  }

  #inline(text: string): string {
    return renderInline(text, this.#targets);
  }

  #heading(line: string): string {
    const [, marks = '', text = ''] = /^(#+)\s+(.*)$/.exec(line) ?? [];
    const level = marks.length;
    const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
    const id = this.#uniqueAnchor(anchorOf(plain));
    if (level === 1) this.title = plain;
    const inner = this.#inline(text);
    if (level === 2) this.headings.push({ id, text: inner });
    return `<h${level} id="${id}">${inner}</h${level}>`;
  }

  /** The second heading of one name gets `-1`. */
  #uniqueAnchor(anchor: string): string {
    const count = this.#anchors.get(anchor) ?? 0;
    this.#anchors.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  }

  #picture(text: string): string {
    const source = /<img[^>]*\bsrc="([^"]+)"/.exec(text)?.[1] ?? '';
    const alt = /<img[^>]*\balt="([^"]*)"/.exec(text)?.[1] ?? '';
    return `<p>${renderPicture(source, alt, this.#targets)}</p>`;
  }

  #table([head = '', ruler = '', ...rows]: readonly string[]): string {
    const isRight = cellsOf(ruler).map((cell) => cell.trim().endsWith(':'));
    const cell = (tag: 'th' | 'td') => (text: string, i: number) => {
      const scope = tag === 'th' ? ' scope="col"' : '';
      const side = isRight[i] ? ' class="guide-number"' : '';
      // An empty head is no head.
      const name = tag === 'th' && text.trim() === '' ? 'td' : tag;
      const attributes = name === 'td' ? side : scope + side;
      return `<${name}${attributes}>${this.#inline(text.trim())}</${name}>`;
    };
    const line = (row: string, tag: 'th' | 'td'): string =>
      `<tr>${cellsOf(row).map(cell(tag)).join('')}</tr>`;
    const body = rows.map((row) => line(row, 'td')).join('');
    const table = `<table><thead>${line(head, 'th')}</thead><tbody>${body}</tbody></table>`;
    return `<div class="guide-table" tabindex="0" role="group" aria-label="Table">${table}</div>`;
  }

  #list(lines: readonly string[]): string {
    const indent = ITEM.exec(lines[0]!)![1]!.length;
    const tag = /^ *\d/.test(lines[0]!) ? 'ol' : 'ul';
    const items: string[][] = [];
    for (const line of lines) {
      const match = ITEM.exec(line);
      if (match && match[1]!.length === indent) items.push([line.slice(match[0].length)]);
      else items.at(-1)!.push(line.slice(contentIndent(line, indent)));
    }
    return `<${tag}>${items.map((item) => `<li>${this.#item(item)}</li>`).join('')}</${tag}>`;
  }

  /** An item of one paragraph has no paragraph of its own. */
  #item(lines: readonly string[]): string {
    const html = this.blocks(lines);
    const only = /^<p>((?:(?!<p>|<\/p>)[\s\S])*)<\/p>/.exec(html);
    return only ? only[1]! + html.slice(only[0].length) : html;
  }
}

/** The spaces before a continuation line that belong to its list. */
const contentIndent = (line: string, indent: number): number =>
  Math.min(line.length - line.trimStart().length, indent + 3);

/** The line after the block that begins at a line. */
function blockEnd(lines: readonly string[], start: number): number {
  const first = lines[start]!;
  const until = (isLast: (line: string) => boolean): number => {
    const last = lines.findIndex((line, i) => i >= start && isLast(line));
    return last === -1 ? lines.length : last + 1;
  };
  if (first.trim() === '' || first.startsWith('#')) return start + 1;
  if (first.startsWith('<!--')) return until((line) => line.includes('-->'));
  if (first.startsWith('<picture>')) return until((line) => line.includes('</picture>'));
  if (FENCE.test(first)) return fenceEnd(lines, start);
  if (ITEM.test(first)) return listEnd(lines, start);
  let end = start + 1;
  while (end < lines.length && !startsBlock(lines, end)) end++;
  return end;
}

function fenceEnd(lines: readonly string[], start: number): number {
  const close = lines.findIndex((line, i) => i > start && /^ *```\s*$/.test(line));
  return close === -1 ? lines.length : close + 1;
}

/** A list goes on while lines are items, are indented, or are blank before such a line. */
function listEnd(lines: readonly string[], start: number): number {
  let end = start + 1;
  while (end < lines.length) {
    const line = lines[end]!;
    const next = line.trim() === '' ? (lines[end + 1] ?? '') : line;
    if (!ITEM.test(next) && !/^ {2}/.test(next)) break;
    end = FENCE.test(line) ? fenceEnd(lines, end) : end + 1;
  }
  return end;
}

/** Whether a paragraph or table before a line ends there. */
function startsBlock(lines: readonly string[], at: number): boolean {
  const line = lines[at]!;
  if (line.trim() === '' || line.startsWith('#') || FENCE.test(line) || ITEM.test(line))
    return true;
  const isTable = line.startsWith('|');
  return isTable !== lines[at - 1]!.startsWith('|') || TABLE_LINE.test(lines[at + 1] ?? '');
}

function fencedCode(lines: readonly string[]): string {
  const indent = FENCE.exec(lines[0]!)![1]!.length;
  const code = lines.slice(1, -1).map((line) => line.slice(indent));
  return `<pre tabindex="0"><code>${escapeHtml(code.join('\n'))}</code></pre>`;
}

/** The cells of a row. A bar within code or after a backslash is no border. */
function cellsOf(row: string): string[] {
  const cells: string[] = [''];
  let isCode = false;
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '');
  for (let i = 0; i < inner.length; i++) {
    const character = inner[i]!;
    if (character === '\\' && inner[i + 1] === '|') {
      cells[cells.length - 1] += '|';
      i++;
    } else if (character === '|' && !isCode) cells.push('');
    else {
      if (character === '`') isCode = !isCode;
      cells[cells.length - 1] += character;
    }
  }
  return cells;
}
