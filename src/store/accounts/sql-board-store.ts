// Boards and the links to their pictures through SQL: the same for each engine.

import type { Instant } from '#core/time/instant';
import * as sql from '#store/accounts/board-statements';
import type {
  Board,
  BoardContent,
  BoardLink,
  BoardStore,
  BoardSummary,
  NewBoard,
} from '#store/board-store';
import { foldCase } from '#store/search/search-text';
import type { SqlSession, SqlValue } from '#store/sql/sql-session';

type SummaryRow = Omit<BoardSummary, 'isShared'> & { readonly isShared: number };
type BoardRow = Omit<Board, 'isShared' | 'panels'> & {
  readonly isShared: number;
  readonly panels: string;
};
export class SqlBoardStore implements BoardStore {
  readonly #session: SqlSession;
  readonly #uses: SqlSession;

  /** `uses` is the session for uses of links, which need not survive a power cut. */
  constructor(session: SqlSession, uses: SqlSession) {
    this.#session = session;
    this.#uses = uses;
  }

  async listBoards(userId: number, planName: string, limit: number): Promise<BoardSummary[]> {
    const rows = await this.#session.all<SummaryRow>(sql.LIST_BOARDS, userId, planName, limit);
    return rows.map((row) => ({ ...row, isShared: row.isShared === 1 }));
  }

  async countBoards(userId: number): Promise<number> {
    const [row] = await this.#session.all<{ count: number }>(sql.COUNT_BOARDS, userId);
    return row!.count;
  }

  async findBoard(id: string): Promise<Board | undefined> {
    const [row] = await this.#session.all<BoardRow>(sql.FIND_BOARD, id);
    return row && { ...row, isShared: row.isShared === 1, panels: JSON.parse(row.panels) };
  }

  async addBoard({ id, ownerId, changedAt, ...content }: NewBoard): Promise<boolean> {
    const columns = [id, ownerId, changedAt, ...columnsOf(content)];
    return (await this.#session.run(sql.ADD_BOARD, ...columns)) > 0;
  }

  async replaceBoard(
    id: string,
    version: number,
    content: BoardContent,
    changedAt: Instant,
  ): Promise<boolean> {
    const columns = [id, version, changedAt, ...columnsOf(content)];
    return (await this.#session.run(sql.REPLACE_BOARD, ...columns)) > 0;
  }

  async removeBoard(id: string): Promise<boolean> {
    await this.#session.run(sql.REMOVE_LINKS, id);
    return (await this.#session.run(sql.REMOVE_BOARD, id)) > 0;
  }

  async addLink({ hash, boardId, createdAt, expiresAt, lastUsedAt }: BoardLink): Promise<boolean> {
    const columns = [hash, boardId, createdAt, expiresAt, lastUsedAt];
    return (await this.#session.run(sql.ADD_LINK, ...columns)) > 0;
  }

  async findLink(hash: string): Promise<BoardLink | undefined> {
    const [row] = await this.#session.all<BoardLink>(sql.FIND_LINK, hash);
    return row && { ...row };
  }

  async listLinks(boardId: string): Promise<BoardLink[]> {
    const rows = await this.#session.all<BoardLink>(sql.LIST_LINKS, boardId);
    return rows.map((row) => ({ ...row }));
  }

  async listLinksOfUser(userId: number): Promise<(BoardLink & { boardName: string })[]> {
    const rows = await this.#session.all<BoardLink & { boardName: string }>(
      sql.LIST_LINKS_OF_USER,
      userId,
    );
    return rows.map((row) => ({ ...row }));
  }

  async removeLink(hash: string): Promise<boolean> {
    return (await this.#session.run(sql.REMOVE_LINK, hash)) > 0;
  }

  removeExpiredLinks(now: Instant): Promise<number> {
    return this.#session.run(sql.REMOVE_EXPIRED_LINKS, now);
  }

  async noteLinkUse(hash: string, now: Instant, everyMs: number): Promise<void> {
    await this.#uses.run(sql.NOTE_LINK_USE, hash, now, now - everyMs, now + everyMs);
  }
}

/** The columns of a board's content, in the order of the statements. */
const columnsOf = ({ name, isShared, panels }: BoardContent): SqlValue[] => [
  name,
  foldCase(name),
  isShared ? 1 : 0,
  JSON.stringify(panels.map(({ view, title, part, width }) => ({ view, title, part, width }))),
  panels.length,
];
