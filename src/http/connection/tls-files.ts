// The certificate and the key that the server proves its name with, as PEM files. Renewed files are
// taken up while it runs: whoever renews them has nothing to tell us.

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

/** Files with what was in them: a certificate (others of its chain after it) and its key. */
export interface TlsPair extends TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A caller who does not finish the greeting holds a connection no longer than one without headers. */
const HANDSHAKE_MS = 5 * SECOND_MS;

/** What the server is made with. */
export const tlsOptions = ({ cert, key }: TlsPair) =>
  ({ cert, key, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS }) as const;

/** Reads both; throws one sentence that names the setting, the file and what is wrong with it. */
export async function readTls({ certFile, keyFile }: TlsFiles): Promise<TlsPair> {
  const cert = await readPem('TLS_CERT', certFile);
  const key = await readPem('TLS_KEY', keyFile);
  const certificate = attempt(() => new X509Certificate(cert));
  if (!certificate) throw new Error(`TLS_CERT: ${certFile} holds no certificate in PEM form`);
  const privateKey = attempt(() => createPrivateKey(key));
  // The reason is not told: it might tell of the key.
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
 * Looks at the files every minute, as long as the server runs. New connections get what is there then;
 * what cannot be used, such as a certificate whose key is not there yet, is left for the next look.
 */
export function renewTls(
  app: FastifyInstance,
  first: TlsPair,
  logger: Logger,
  everyMs: number = MINUTE_MS,
): void {
  let held = first;
  let fault = '';
  const look = async (): Promise<void> => {
    try {
      const found = await readTls(first);
      fault = '';
      if (found.cert.equals(held.cert) && found.key.equals(held.key)) return;
      (app.server as Server).setSecureContext(tlsOptions(found));
      held = found;
      const { validTo } = new X509Certificate(found.cert);
      logger.info({ certFile: found.certFile, validTo }, 'the certificate was renewed');
    } catch (error) {
      const { message } = error as Error;
      // Once for each fault, not every minute.
      if (message !== fault) logger.error({ why: message }, 'the certificate was not renewed');
      fault = message;
    }
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
