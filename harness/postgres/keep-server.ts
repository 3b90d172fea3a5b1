// A process that keeps one test server for another process. When the other process ends, in whatever way,
// the channel between them closes, and this one stops the server and removes its folder.

import { makeServerFolder, removeServerFolder } from './binaries.ts';
import { ServerProcess, type ServerSettings, type StopMode } from './server-process.ts';

export type KeeperCall =
  | { readonly verb: 'open'; readonly settings: ServerSettings }
  | { readonly verb: 'initialise' | 'start' | 'pause' | 'resume' | 'close' }
  | { readonly verb: 'stop'; readonly mode: StopMode };

export interface KeeperAnswer {
  readonly id: number;
  readonly error?: string;
  /** The data folder; only in the answer to `open`. */
  readonly dataFolder?: string;
}

const folder = makeServerFolder();
let server: ServerProcess | undefined;
let isEnding = false;
/** Resolves when the last call is answered: calls are answered one after the other. */
let answered = Promise.resolve();

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
  await answered;
  await removeAll();
  process.exit(0);
}

process.on('message', ({ id, call }: { id: number; call: KeeperCall }) => {
  answered = answered.then(async () => {
    const result = await answer(call).catch((error: Error) => ({ error: error.message }));
    // The caller may have ended in the meantime.
    if (process.connected) process.send!({ id, ...result } satisfies KeeperAnswer, () => {});
  });
});
process.on('disconnect', () => void end());
// The terminal's Ctrl-C ends the tests, and this process ends with them.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('SIGTERM', () => void end());
