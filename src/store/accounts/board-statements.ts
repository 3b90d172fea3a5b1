// SQL texts of boards and the links to their pictures.

const BOARD_COLUMNS = `b.board_id AS "id", b.user_id AS "ownerId", u.name AS "ownerName",
  u.plan_name AS "ownerPlan", b.name, b.is_shared AS "isShared", b.version,
  b.changed_at AS "changedAt"`;
const BOARDS = 'FROM board b JOIN app_user u ON u.user_id = b.user_id';

export const LIST_BOARDS = `SELECT ${BOARD_COLUMNS}, b.panel_count AS "panelCount" ${BOARDS}
  WHERE b.user_id = $1 OR (b.is_shared = 1 AND u.plan_name = $2)
  ORDER BY CASE WHEN b.user_id = $1 THEN 0 ELSE 1 END, b.folded_name, b.board_id LIMIT $3`;
export const COUNT_BOARDS = 'SELECT COUNT(*) AS "count" FROM board WHERE user_id = $1';
export const FIND_BOARD = `SELECT ${BOARD_COLUMNS}, b.panels ${BOARDS} WHERE b.board_id = $1`;
export const ADD_BOARD = `INSERT INTO board
  (board_id, user_id, changed_at, name, folded_name, is_shared, panels, panel_count, version)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1) ON CONFLICT DO NOTHING`;
export const REPLACE_BOARD = `UPDATE board SET changed_at = $3, name = $4, folded_name = $5,
  is_shared = $6, panels = $7, panel_count = $8, version = version + 1
  WHERE board_id = $1 AND version = $2`;
export const REMOVE_BOARD = 'DELETE FROM board WHERE board_id = $1';
export const REMOVE_LINKS = 'DELETE FROM board_link WHERE board_id = $1';

const LINK_COLUMNS = `l.hash, l.board_id AS "boardId", l.created_at AS "createdAt",
  l.expires_at AS "expiresAt", l.last_used_at AS "lastUsedAt"`;

export const ADD_LINK = `INSERT INTO board_link
  (hash, board_id, created_at, expires_at, last_used_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`;
export const FIND_LINK = `SELECT ${LINK_COLUMNS} FROM board_link l WHERE l.hash = $1`;
export const LIST_LINKS = `SELECT ${LINK_COLUMNS} FROM board_link l
  WHERE l.board_id = $1 ORDER BY l.created_at DESC, l.hash`;
export const LIST_LINKS_OF_USER = `SELECT ${LINK_COLUMNS}, b.name AS "boardName"
  FROM board_link l JOIN board b ON b.board_id = l.board_id
  WHERE b.user_id = $1 ORDER BY l.created_at DESC, l.hash`;
export const REMOVE_LINK = 'DELETE FROM board_link WHERE hash = $1';
export const REMOVE_EXPIRED_LINKS = 'DELETE FROM board_link WHERE expires_at <= $1';
// After the clock was set back, a use from far ahead is replaced as well.
export const NOTE_LINK_USE = `UPDATE board_link SET last_used_at = $2 WHERE hash = $1
  AND (last_used_at IS NULL OR last_used_at <= $3 OR last_used_at >= $4)`;
