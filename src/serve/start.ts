// What the start of a single process and the start of several workers have in common.

import { readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Config, isPostgres } from '#config';

/** How long requests under way may take to finish after a stop was asked for. */
export const STOP_WITHIN_MS = 10_000;

/** One worker's part of what the settings name for the whole server. */
export function shareOfWorker(config: Config): Config {
  const { workers, cacheMegabytes, answerThreads } = config;
  return {
    ...config,
    cacheMegabytes: cacheMegabytes / workers,
    answerThreads: answerThreads === 0 ? 0 : Math.max(1, Math.floor(answerThreads / workers)),
  };
}

/** Throws if the port cannot be opened; resolves to its number, which is a free one for port 0. */
export async function tryPort({ host, port }: Config): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, resolve);
  });
  const { port: found } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return found;
}

/** Adds the log level if it is not set: warn on a terminal, else info. */
export const withLogLevel = (
  config: Config,
  isTerminal: boolean,
): Config & { readonly logLevel: string } => ({
  ...config,
  logLevel: config.logLevel ?? (isTerminal ? 'warn' : 'info'),
});

/** Resolves at the first Ctrl+C, or when the system asks for an end. A second one ends at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

/**
 * Whether a server with these settings asks other services: sources, the provider of single sign-on,
 * or a receiver of traces. */
export const asksOthers = ({
  COLLECT,
  OIDC_ISSUER,
  OTEL_EXPORTER_OTLP_ENDPOINT,
}: Readonly<Record<string, string | undefined>>): boolean =>
  Boolean(COLLECT || OIDC_ISSUER || OTEL_EXPORTER_OTLP_ENDPOINT);

/** A store's address without its secrets. */
export function describeStore(storeUrl: string): string {
  if (!isPostgres(storeUrl)) return storeUrl;
  if (!URL.canParse(storeUrl)) return 'PostgreSQL';
  const { host, pathname } = new URL(storeUrl);
  return `PostgreSQL at ${host || 'this machine'}, database ${pathname.slice(1) || 'by default'}`;
}

/** A file of the spool, whole or in part (http/tables/file-spool.ts). */
const SPOOLED = /^[\w-]{43}\.parquet(?:\.\d+-\d+\.part)?$/;

/** What an earlier server left in its spool may be of another store by now. Files of other kinds stay. */
export async function clearSpool(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => SPOOLED.test(each)))
    await rm(join(folder, name), { force: true }).catch(() => {});
}
