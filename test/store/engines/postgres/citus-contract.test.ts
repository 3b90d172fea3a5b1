// A store in a database with Citus keeps the contract of every store; the extension is a stand-in. The same
// contract runs on PostgreSQL anyway, so this run needs a setting:
// CITUS_CONTRACT=1 npm test -- test/store/engines/postgres/citus-contract.test.ts

import { after, test } from 'node:test';
import { openStore } from '#store/open/open-store';
import { storeContract } from '../../contract/store-contract.ts';
import { CitusServer } from './citus-stand-in.ts';

if (process.env.CITUS_CONTRACT) {
  const citus = await CitusServer.start();
  after(() => citus.close());
  const filled = await citus.makeCitusDatabase();
  await (await openStore(filled)).close();
  const template = new URL(filled).pathname.slice(1);
  storeContract('spread PostgreSQL', async () => openStore(await citus.makeDatabase(template)));
} else {
  test('a store spread by Citus keeps the contract', {
    skip: 'runs with CITUS_CONTRACT=1',
  }, () => {});
}
