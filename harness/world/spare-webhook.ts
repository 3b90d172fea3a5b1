// A webhook for tests that change, turn or remove one again and again.

import type { AccountStore } from '#store/account-store';

export interface SpareWebhook {
  /** The name of the user whose webhook it is. */
  readonly owner: string;
  /** 16 hexadecimal digits. */
  readonly id: string;
  readonly now: number;
}

/** Stores a webhook as new. The journal has no entry of it. */
export async function putSpareWebhook(
  accounts: AccountStore,
  { owner, id, now }: SpareWebhook,
): Promise<void> {
  const { id: ownerId } = (await accounts.findUser(owner))!;
  const webhooks = await accounts.webhooks();
  await webhooks.removeWebhook(id);
  const content = { url: 'https://example.com/gridtide', patterns: [], kinds: [] };
  const facts = { id, ownerId, createdAt: now, cursor: 0, secret: `whsec_${btoa('a'.repeat(32))}` };
  await webhooks.addWebhook({ ...content, ...facts });
}
