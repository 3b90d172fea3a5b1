// A server in a process of its own, to be killed: prints its port and waits.

import { openStore } from '#store/open/open-store';
import { listen } from '../../../../harness/http/raw-connection.ts';
import { startServer } from './operator-world.ts';

const store = await openStore(process.argv[2]!);
const app = await startServer(store, Date.now);
process.stdout.write(`${await listen(app)}\n`);
