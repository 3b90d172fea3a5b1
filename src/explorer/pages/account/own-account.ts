// The client of the user's own account, with the session of the page.

import { AccountClient } from '#client/account-client';
import { client } from '#explorer/state/session.ts';

export const ownAccount = new AccountClient(client.transport);
