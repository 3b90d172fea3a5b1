// Links for spreadsheets, for tests that read or revoke one again and again. The journal has no entry of them.

import { hashSecret, makeSecret } from '#accounts/secrets';
import type { AccountStore } from '#store/account-store';

const QUESTION = { name: 'Prices', query: { from: 'first' } };

/** Takes a user's links away, and gives one with an id of 16 characters if told. */
export async function putSpareLink(
  accounts: AccountStore,
  owner: string,
  id: string | undefined,
  now: number,
): Promise<void> {
  const links = await accounts.links();
  const { id: userId } = (await accounts.findUser(owner))!;
  for (const { hash } of await links.listLinks(userId)) await links.removeLink(hash);
  if (id === undefined) return;
  const times = { createdAt: now, expiresAt: null, lastUsedAt: null };
  const path = '/api/v1/series/frhrprice';
  await links.addLink({ hash: `${id} of ${owner}`, userId, path, ...QUESTION, ...times });
}

/** Gives a user a link to a series, and returns its secret. */
export async function putOpenLink(
  accounts: AccountStore,
  owner: string,
  path: string,
  now: number,
): Promise<string> {
  const { id: userId } = (await accounts.findUser(owner))!;
  const secret = makeSecret('link');
  const times = { createdAt: now, expiresAt: null, lastUsedAt: null };
  const link = { hash: hashSecret(secret), userId, path, ...QUESTION, ...times };
  await (await accounts.links()).addLink(link);
  return secret;
}
