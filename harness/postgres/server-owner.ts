// A process with a test server that prints the processes it started. test-server.test.ts ends it.

import { dirname } from 'node:path';
import { childrenOf } from './process-family.ts';
import { TestServer } from './test-server.ts';

const server = await TestServer.start();
const postmaster = childrenOf(server.keeperPid)[0]!;
const pids = [server.keeperPid, postmaster, ...childrenOf(postmaster)];
if (process.argv.includes('pause')) await server.pause();
console.log(JSON.stringify({ pids, folder: dirname(server.dataFolder) }));
// Without the argument `end` it lives until it is killed.
if (!process.argv.includes('end')) setInterval(() => {}, 1000);
