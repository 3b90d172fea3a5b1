// The clients of the user's own account and links, with the session of the page.

import { AccountClient } from '#client/account-client';
import { LinksClient } from '#client/links-client';
import { client } from '#explorer/state/session.ts';

export const ownAccount = new AccountClient(client.transport);
export const ownLinks = new LinksClient(client.transport);
