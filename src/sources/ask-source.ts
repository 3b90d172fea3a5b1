// One request to a source: fetched with its secret, and parsed. The caller stores it.

import type { Zone } from '#core/time/zone';
import { ImportFault } from '#importers/files/import-fault';
import { hideSecrets, type PoliteFetcher } from '#sources/fetch-politely';
import { type ParsedBatch, type Source, SourceFault, type SourceRequest } from '#sources/source';

/** The secret of a source from the environment; throws a SourceFault that names the variable if it is needed. */
export function readSecret(
  { name, secretName, isSecretOptional }: Source,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (secretName === undefined) return undefined;
  const secret = env[secretName]?.trim();
  if (secret) return secret;
  if (isSecretOptional) return undefined;
  throw new SourceFault(`${name} needs a key: set ${secretName} in the environment`);
}

/** The operator's own server of a source's interface, if a setting names one; throws a SourceFault if it is no address. */
export function readServiceUrl(
  { urlName }: Source,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const text = urlName === undefined ? undefined : env[urlName]?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && !url.hash;
  if (isPlain && /^https?:$/.test(url.protocol)) return text;
  // The text is not repeated, as it may hold a password.
  throw new SourceFault(
    `${urlName} must be an address such as http://weather.example.com:8080, without user, password and query`,
  );
}

/** What it takes to ask a source and to read its answers. */
export interface SourceAccess {
  readonly source: Source;
  /** Must know the secret too, to keep it out of messages. */
  readonly fetcher: PoliteFetcher;
  readonly secret: string | undefined;
  readonly zone: Zone;
}

/**
 * Asks and parses. `keep` is given the answer as it came, before it is parsed. Throws a SourceFault
 * that begins with the request's label.
 */
export async function askSource(
  request: SourceRequest,
  { source, fetcher, secret, zone }: SourceAccess,
  keep?: (bytes: Uint8Array) => Promise<void>,
): Promise<ParsedBatch> {
  const url = new URL(request.url);
  const secretUrl = secret === undefined ? url : (source.addSecret?.(url, secret) ?? url);
  const { bytes } = await fetcher.fetch(secretUrl, request.label).catch(namingKey(source));
  await keep?.(bytes);
  try {
    return await source.parse([bytes], request, zone);
  } catch (error) {
    if (!(error instanceof ImportFault || error instanceof SourceFault)) throw error;
    // A server may repeat the whole request, the secret included.
    const message = hideSecrets(error.message, secret ? [secret] : []);
    throw new SourceFault(`${request.label}: ${message}`);
  }
}

/** Adds to a refusal of the key the setting that has it. */
const namingKey =
  ({ secretName }: Source) =>
  (error: unknown): never => {
    const isRefused = error instanceof SourceFault && /answered 40[13]\b/.test(error.message);
    if (!isRefused || secretName === undefined) throw error;
    throw new SourceFault(`${error.message}; is the key in ${secretName} right?`);
  };
