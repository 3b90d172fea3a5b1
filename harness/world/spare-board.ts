// A board with a link, for tests that change, end or remove one again and again.

import type { AccountStore } from '#store/account-store';

export interface SpareBoard {
  /** The name of the user whose board it is. */
  readonly owner: string;
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** The link's id, of 16 characters. */
  readonly linkId: string;
  readonly now: number;
}

/** Stores a private board without panels as new, with version 1 and one link. The journal has no entry of it. */
export async function putSpareBoard(
  accounts: AccountStore,
  { owner, id, linkId, now }: SpareBoard,
): Promise<void> {
  const { boards } = accounts;
  const { id: ownerId } = (await accounts.findUser(owner))!;
  await boards.removeBoard(id);
  const content = { name: 'Morning', isShared: false, panels: [] };
  await boards.addBoard({ id, ownerId, changedAt: now, ...content });
  const times = { createdAt: now, expiresAt: now + 1, lastUsedAt: null };
  await boards.addLink({ hash: `${linkId} of ${owner}`, boardId: id, ...times });
}
