// What a board may hold. A panel's view is checked as an address of the explorer; whether the series in it
// exists is decided when it is drawn.

import { refuseField } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { BoardContent, Panel } from '#store/board-store';

export const MAX_PANELS = 24;
export const MAX_NAME_LENGTH = 80;
export const MAX_TITLE_LENGTH = 120;
export const MAX_VIEW_LENGTH = 2_000;

const PARTS = ['view', 'figures'] as const satisfies readonly Panel['part'][];
const WIDTHS = ['half', 'full'] as const satisfies readonly Panel['width'][];

/** The pages whose views can be panels, by the first part of their path. */
const PAGES = ['', 's', 'f', 'compare', 'changes'];
const PAGE_PATHS = PAGES.map((page) => `/${page}`);

/** A board as a caller sends it. Its types are checked, its fields may be missing. */
export interface BoardDraft {
  readonly name?: string;
  readonly shared?: boolean;
  readonly panels?: readonly PanelDraft[];
}

export interface PanelDraft {
  readonly view?: string;
  readonly title?: string;
  readonly part?: string;
  readonly width?: string;
}

/** Controls, halves of surrogate pairs, and characters that break a line or turn text round. */
export const NOT_IN_LINES = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const lengthOf = (text: string): number => [...text].length;

/** Checks a new board. It is the owner's alone and empty, unless told otherwise. */
export const checkNewBoard = ({ name, shared = false, panels = [] }: BoardDraft): BoardContent => ({
  name: checkName(name),
  isShared: shared,
  panels: checkPanels(panels),
});

/** Checks the new content of a board: all of it must be given. */
export function checkChange({ name, shared, panels }: BoardDraft): BoardContent {
  const checked = checkName(name);
  if (shared === undefined) {
    throw refuseField('field_missing', 'shared', 'whether the plan sees the board is needed');
  }
  if (panels === undefined) throw refuseField('field_missing', 'panels', 'the panels are needed');
  return { name: checked, isShared: shared, panels: checkPanels(panels) };
}

function checkName(given: string | undefined): string {
  if (given === undefined) throw refuseField('field_missing', 'name', 'a name is needed');
  const name = given.trim();
  if (name !== '' && lengthOf(name) <= MAX_NAME_LENGTH && !NOT_IN_LINES.test(name)) return name;
  const rule = `a board’s name is 1 to ${MAX_NAME_LENGTH} characters in one line, without controls`;
  throw refuseField('field_invalid', 'name', `${rule}; given: ${quoteGiven(given)}`);
}

function checkPanels(panels: readonly PanelDraft[]): Panel[] {
  if (panels.length > MAX_PANELS) {
    const message = `a board has at most ${MAX_PANELS} panels; given: ${panels.length}`;
    throw refuseField('field_invalid', 'panels', message);
  }
  return panels.map((panel, i) => checkPanel(panel, `panels.${i}`));
}

const checkPanel = (
  { view, title = '', part = PARTS[0], width = WIDTHS[0] }: PanelDraft,
  field: string,
): Panel => ({
  view: checkView(view, `${field}.view`),
  title: checkTitle(title, `${field}.title`),
  part: checkWord(part, PARTS, `${field}.part`),
  width: checkWord(width, WIDTHS, `${field}.width`),
});

function checkView(view: string | undefined, field: string): string {
  if (view === undefined) {
    throw refuseField('field_missing', field, 'the address of a view is needed');
  }
  if (isViewAddress(view)) return view;
  const rule = `a view is a path of the explorer with its query, at most ${MAX_VIEW_LENGTH} characters`;
  throw refuseField('field_invalid', field, `${rule}; given: ${quoteGiven(view)}`, PAGE_PATHS);
}

/** Whether a text is the address of one of the pages, also after a browser has resolved `..` in it. */
export function isViewAddress(text: string): boolean {
  if (text.length > MAX_VIEW_LENGTH || !text.startsWith('/')) return false;
  if (text.includes('//') || text.includes('\\') || /[\p{Cc}\p{Cs}]/u.test(text)) return false;
  const path = text.split(/[?#]/, 1)[0]!;
  const isOfPage = (resolved: string): boolean => PAGES.includes(resolved.split('/')[1]!);
  return isOfPage(path) && isOfPage(new URL(path, 'http://page.invalid').pathname);
}

function checkTitle(given: string, field: string): string {
  const title = given.trim();
  if (lengthOf(title) <= MAX_TITLE_LENGTH && !NOT_IN_LINES.test(title)) return title;
  const rule = `a title is at most ${MAX_TITLE_LENGTH} characters in one line, without controls`;
  throw refuseField('field_invalid', field, `${rule}; given: ${quoteGiven(given)}`);
}

function checkWord<Word extends string>(
  given: string,
  words: readonly Word[],
  field: string,
): Word {
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  const message = `not one of the values: ${quoteGiven(given)}${didYouMean(given, words)}`;
  throw refuseField('field_invalid', field, message, words);
}
