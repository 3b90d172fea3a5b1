// Certificates for tests, written byte by byte: Node can read them but not make them.

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const IDENTIFIER = 0x06;
const TEXT = 0x0c;
const TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;

/** A value of DER: its kind, its length and its content. */
function der(kind: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length];
  return Buffer.concat([Buffer.from([kind, ...size]), body]);
}

const sequence = (...parts: Uint8Array[]): Buffer => der(SEQUENCE, ...parts);
const identifier = (hex: string): Buffer => der(IDENTIFIER, Buffer.from(hex, 'hex'));
const bits = (bytes: Uint8Array): Buffer => der(BIT_STRING, Buffer.of(0), bytes);
const time = (at: Date): Buffer =>
  der(TIME, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')));

const ECDSA_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const ALTERNATIVE_NAMES = '551d11';
const DAY_MS = 86_400_000;

export interface MadePair {
  /** The certificate in PEM form. */
  readonly cert: string;
  readonly key: string;
}

/** Makes a key and a self-signed certificate for a host, valid for a day. */
export function makeSelfSigned(host = 'localhost'): MadePair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(identifier(ECDSA_SHA256));
  const name = sequence(der(SET, sequence(identifier(COMMON_NAME), der(TEXT, Buffer.from(host)))));
  const names = sequence(der(0x82, Buffer.from(host)), der(0x87, Buffer.of(127, 0, 0, 1)));
  const isAuthority = sequence(Buffer.of(0x01, 0x01, 0xff));
  const extensions = sequence(
    sequence(identifier(BASIC_CONSTRAINTS), der(OCTET_STRING, isAuthority)),
    sequence(identifier(ALTERNATIVE_NAMES), der(OCTET_STRING, names)),
  );
  const now = Date.now();
  const told = sequence(
    der(0xa0, der(INTEGER, Buffer.of(2))),
    der(INTEGER, Buffer.of(1), randomBytes(8)),
    algorithm,
    name,
    sequence(time(new Date(now - DAY_MS)), time(new Date(now + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const whole = sequence(told, algorithm, bits(sign('sha256', told, privateKey)));
  const lines = whole.toString('base64').match(/.{1,64}/g)!;
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** Makes the same as files in a folder. */
export async function writeSelfSigned(
  folder: string,
  host?: string,
): Promise<MadePair & { readonly certFile: string; readonly keyFile: string }> {
  const pair = makeSelfSigned(host);
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  await writeFile(certFile, pair.cert);
  await writeFile(keyFile, pair.key, { mode: 0o600 });
  return { ...pair, certFile, keyFile };
}
