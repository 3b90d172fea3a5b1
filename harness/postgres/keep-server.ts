// A process that keeps one test server for another process. When that one ends, however it ends, the
// channel between them closes, and the server and its folder go.

import { makeServerFolder, removeServerFolder } from './binaries.ts';
import { ServerProcess, type ServerSettings, type StopMode } from './server-process.ts';

export type KeeperCall =
  | { readonly verb: 'open'; readonly settings: ServerSettings }
  | { readonly verb: 'initialise' | 'start' | 'pause' | 'resume' | 'close' }
  | { readonly verb: 'stop'; readonly mode: StopMode };

export interface KeeperAnswer {
  readonly id: number;
  readonly error?: string;
  /** Of `open`: the data folder. */
  readonly dataFolder?: string;
}

const folder = makeServerFolder();
let server: ServerProcess | undefined;
let isEnding = false;
let turn = Promise.resolve();

async function answer(call: KeeperCall): Promise<Omit<KeeperAnswer, 'id'>> {
  if (call.verb === 'open') {
    server = new ServerProcess(folder, call.settings);
    return { dataFolder: server.dataFolder };
  }
  if (call.verb === 'close') {
    await removeAll();
    return {};
  }
  if (!server) throw new Error('There is no server yet.');
  if (call.verb === 'stop') await server.stop(call.mode);
  else await server[call.verb]();
  return {};
}

async function removeAll(): Promise<void> {
  isEnding = true;
  await server?.stop('immediate');
  removeServerFolder(folder);
}

async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await turn;
  await removeAll();
  process.exit(0);
}

process.on('message', ({ id, call }: { id: number; call: KeeperCall }) => {
  turn = turn.then(async () => {
    const said = await answer(call).catch((error: Error) => ({ error: error.message }));
    // The caller may be gone by now.
    if (process.connected) process.send!({ id, ...said } satisfies KeeperAnswer, () => {});
  });
});
process.on('disconnect', () => void end());
// The terminal's Ctrl-C is for the tests; they end, and this process with them.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('SIGTERM', () => void end());
