// What a start of one process and of several have in common.

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { CommandFault, type Io } from '#cli/command/command';
import { type Config, isPostgres } from '#config';

/** How long requests under way may take to finish after a stop was asked for. */
export const STOP_WITHIN_MS = 10_000;

/** What can go wrong at a start through no defect of ours, in one sentence. */
export function plainFault(error: NodeJS.ErrnoException, { host, port }: Config): CommandFault {
  if (error.code === 'EADDRINUSE')
    return new CommandFault(`port ${port} on ${host} is in use; choose another with --port`);
  if (error.code === 'EACCES')
    return new CommandFault(`port ${port} on ${host} may not be opened by this user`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new CommandFault(`${host} is no address of this machine`);
  return new CommandFault(error.message);
}

/** One worker's part of what the settings name for the whole server. */
export function shareOfWorker(config: Config): Config {
  const { workers, cacheMegabytes, answerThreads } = config;
  return {
    ...config,
    cacheMegabytes: cacheMegabytes / workers,
    answerThreads: answerThreads === 0 ? 0 : Math.max(1, Math.floor(answerThreads / workers)),
  };
}

/** Finds out whether a port can be had; resolves to its number, also where any would do. */
export async function tryPort({ host, port }: Config): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, resolve);
  });
  const { port: found } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return found;
}

/** The settings with what is to be logged: less where somebody looks on. */
export function withLogLevel(config: Config, io: Io): Config & { readonly logLevel: string } {
  const isTerminal = io.stderr.isTTY === true;
  return { ...config, logLevel: config.logLevel ?? (isTerminal ? 'warn' : 'info') };
}

/** Shows on a terminal how far the demo's data is. */
export function showDemoProgress({ stderr }: Io): (done: number, total: number) => void {
  return (done, total) => {
    if (stderr.isTTY !== true) return;
    const percent = Math.floor((100 * done) / total);
    stderr.write(done < total ? `\r\u001b[KMaking demo data: ${percent} %` : '\r\u001b[K');
  };
}

/** Resolves at the first Ctrl+C, or when the system asks for an end. A second one ends at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

/** A store's address without what is secret in it. */
export function describeStore(storeUrl: string): string {
  if (!isPostgres(storeUrl)) return storeUrl;
  if (!URL.canParse(storeUrl)) return 'PostgreSQL';
  const { host, pathname } = new URL(storeUrl);
  return `PostgreSQL at ${host || 'this machine'}, database ${pathname.slice(1) || 'by default'}`;
}
