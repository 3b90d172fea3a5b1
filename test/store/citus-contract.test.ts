// A store in a database with Citus keeps the contract of every store; the extension is a stand-in.

import { after } from 'node:test';
import { openStore } from '#store/open-store';
import { CitusServer } from './citus-stand-in.ts';
import { storeContract } from './store-contract.ts';

const citus = await CitusServer.start();
after(() => citus.close());

const filled = await citus.makeCitusDatabase();
await (await openStore(filled)).close();
const template = new URL(filled).pathname.slice(1);

storeContract('spread PostgreSQL', async () => openStore(await citus.makeDatabase(template)));
