// A server in a process of its own, to be killed: prints its port and waits.

import type { AddressInfo } from 'node:net';
import { openStore } from '#store/open/open-store';
import { startServer } from './operator-world.ts';

const store = await openStore(process.argv[2]!);
const app = await startServer(store, Date.now);
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`);
