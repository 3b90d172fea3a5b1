// Boards and the links to their pictures, as every store keeps them. store.ts says what is common to all
// methods.

import type { Instant } from '#core/time/instant';

/** One view of the explorer on a board. */
export interface Panel {
  /** The view's address: a path with its query, such as `/s/dehrprice?from=today-7`. */
  readonly view: string;
  /** Empty: the page makes one. */
  readonly title: string;
  /** What is drawn of the view: its main part or its figures. */
  readonly part: 'view' | 'figures';
  readonly width: 'half' | 'full';
}

/** What the owner of a board changes. */
export interface BoardContent {
  readonly name: string;
  /** Whether the users of the owner's plan see the board. */
  readonly isShared: boolean;
  readonly panels: readonly Panel[];
}

export interface Board extends BoardContent {
  readonly id: string;
  /** The user who made the board, and who alone changes it. */
  readonly ownerId: number;
  readonly ownerName: string;
  /** The name of the owner's plan, as it is now. */
  readonly ownerPlan: string;
  /** 1 at first, and one more with each change. */
  readonly version: number;
  readonly changedAt: Instant;
}

/** A board as lists show it. */
export type BoardSummary = Omit<Board, 'panels'> & { readonly panelCount: number };

/** A board as added. Its owner must exist. */
export type NewBoard = BoardContent & Pick<Board, 'id' | 'ownerId' | 'changedAt'>;

/** A link under which a board's pictures can be read. Only the hash of its secret is ever stored. */
export interface BoardLink {
  readonly hash: string;
  readonly boardId: string;
  readonly createdAt: Instant;
  /** First instant at which the link no longer works. */
  readonly expiresAt: Instant;
  /** The last use that was written; null before the first. */
  readonly lastUsedAt: Instant | null;
}

export interface BoardStore {
  /** A user's own boards, then the shared ones of other users of the plan, both in order of name. */
  listBoards(userId: number, planName: string, limit: number): Promise<BoardSummary[]>;
  countBoards(userId: number): Promise<number>;
  findBoard(id: string): Promise<Board | undefined>;
  /** Adds a board with version 1. Resolves to false if the id is taken. */
  addBoard(board: NewBoard): Promise<boolean>;
  /** Compare-and-set: replaces a board's content. False if its stored version is not `version`. */
  replaceBoard(
    id: string,
    version: number,
    content: BoardContent,
    changedAt: Instant,
  ): Promise<boolean>;
  /** Removes a board and its links. Resolves to false if no such board is stored. */
  removeBoard(id: string): Promise<boolean>;
  /** Resolves to false if the hash is taken. */
  addLink(link: BoardLink): Promise<boolean>;
  findLink(hash: string): Promise<BoardLink | undefined>;
  /** The links of a board, the newest first. */
  listLinks(boardId: string): Promise<BoardLink[]>;
  /** The links of all boards of a user, the newest first, each with its board's name. */
  listLinksOfUser(userId: number): Promise<readonly (BoardLink & { readonly boardName: string })[]>;
  /** Resolves to false if no such link is stored. */
  removeLink(hash: string): Promise<boolean>;
  /** Forgets links with expiresAt ≤ now and resolves to their number. */
  removeExpiredLinks(now: Instant): Promise<number>;
  /**
   * Writes the use of a link, if the last one that was written is `everyMs` away or more. Like uses of keys,
   * the last ones may be lost in a power cut.
   */
  noteLinkUse(hash: string, now: Instant, everyMs: number): Promise<void>;
}
