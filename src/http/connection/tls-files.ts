// The server's certificate and key, as PEM files. The server takes up renewed files while it runs, without
// being told.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { MINUTE_MS, SECOND_MS } from '#core/time/instant';

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** The files with their content: a certificate, the others of its chain after it, and its key. */
export interface TlsPair extends TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A client may take as long for the handshake as for its headers. */
const HANDSHAKE_MS = 5 * SECOND_MS;

/** The options that the server is made with. */
export const tlsOptions = ({ cert, key }: TlsPair) =>
  ({ cert, key, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS }) as const;

/** Reads both files; throws one sentence that names the setting, the file and what is wrong with it. */
export async function readTls({ certFile, keyFile }: TlsFiles): Promise<TlsPair> {
  const cert = await readPem('TLS_CERT', certFile);
  const key = await readPem('TLS_KEY', keyFile);
  const certificate = attempt(() => new X509Certificate(cert));
  if (!certificate) throw new Error(`TLS_CERT: ${certFile} holds no certificate in PEM form`);
  const privateKey = attempt(() => createPrivateKey(key));
  // The reason stays out of the message: it might reveal part of the key.
  if (!privateKey)
    throw new Error(`TLS_KEY: ${keyFile} holds no private key in PEM form, or one with a password`);
  if (!certificate.checkPrivateKey(privateKey))
    throw new Error(`TLS_KEY: the key in ${keyFile} is not that of the certificate in ${certFile}`);
  return { certFile, keyFile, cert, key };
}

async function readPem(setting: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${setting}: ${file} cannot be read (${code})`);
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * Reads the files every minute while the server runs, for new connections. Files that cannot be used, such
 * as a certificate whose key has not arrived yet, wait for the next time.
 */
export function renewTls(
  app: FastifyInstance,
  first: TlsPair,
  logger: Logger,
  everyMs: number = MINUTE_MS,
): void {
  let current = first;
  let fault = '';
  const renew = async (): Promise<void> => {
    try {
      const found = await readTls(first);
      fault = '';
      if (found.cert.equals(current.cert) && found.key.equals(current.key)) return;
      (app.server as Server).setSecureContext(tlsOptions(found));
      current = found;
      const { validTo } = new X509Certificate(found.cert);
      logger.info({ certFile: found.certFile, validTo }, 'the certificate was renewed');
    } catch (error) {
      const { message } = error as Error;
      // Each fault is logged once, not every minute.
      if (message !== fault) logger.error({ why: message }, 'the certificate was not renewed');
      fault = message;
    }
  };
  const timer = setInterval(() => void renew(), everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
