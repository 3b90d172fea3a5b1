// A board with a link, for tests that change, end or remove one again and again.

import { hashSecret, makeSecret } from '#accounts/secrets';
import { DAY_MS } from '#core/time/instant';
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

const PICTURED_BOARD = 'c0ffee0000000001';

/** Stores a board with one panel, and returns the secret of a new link to its pictures. */
export async function putPictureLink(
  accounts: AccountStore,
  owner: string,
  now: number,
): Promise<string> {
  const { boards } = accounts;
  const { id: ownerId } = (await accounts.findUser(owner))!;
  const panels = [
    { view: '/s/dehrprice', title: '', part: 'view' as const, width: 'half' as const },
  ];
  const content = { name: 'Morning', isShared: false, panels };
  await boards.removeBoard(PICTURED_BOARD);
  await boards.addBoard({ id: PICTURED_BOARD, ownerId, changedAt: now, ...content });
  const secret = makeSecret('link');
  const times = { createdAt: now, expiresAt: now + DAY_MS, lastUsedAt: null };
  await boards.addLink({ hash: hashSecret(secret), boardId: PICTURED_BOARD, ...times });
  return secret;
}
