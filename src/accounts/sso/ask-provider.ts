// The one way to the provider of single sign-on: by https (or on this machine), without following redirects, with a
// limit on time, on bytes and on requests at once.

import { mayBeAsked } from '#accounts/sso/sso-settings';
import { SECOND_MS } from '#core/time/instant';

/** The provider does not answer, or not as a provider does. The message holds no secret. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown';
}

const TIMEOUT_MS = 5 * SECOND_MS;
const MOST_BYTES = 1024 * 1024;
const MOST_AT_ONCE = 32;

let underWay = 0;

/** Like `fetch`. The answer is whole when it is returned. */
export async function askProvider(
  address: string | URL,
  // biome-ignore lint/suspicious/noExplicitAny: two libraries describe the same options with types of their own
  options: any = {},
): Promise<Response> {
  const url = new URL(address);
  if (!mayBeAsked(url)) throw new ProviderDown(`${url.protocol}//${url.host} is not asked`);
  if (underWay >= MOST_AT_ONCE) {
    throw new ProviderDown(`${MOST_AT_ONCE} requests wait for ${url.host} already`);
  }
  underWay++;
  try {
    const response = await fetch(url, {
      method: options.method ?? 'GET',
      headers: { ...plainHeaders(options.headers), 'user-agent': 'gridtide' },
      ...(options.body === undefined ? {} : { body: options.body }),
      // A redirect could take the code and the client's secret to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, headers } = response;
    const bytes = await readBody(response, url.host);
    const hasBody = status !== 204 && status !== 304;
    return new Response(hasBody ? bytes : null, { status, headers });
  } catch (error) {
    throw error instanceof ProviderDown ? error : describe(error as Error, url.host);
  } finally {
    underWay--;
  }
}

const plainHeaders = (headers: unknown): Record<string, string> =>
  Object.fromEntries(new Headers((headers ?? {}) as Record<string, string>));

async function readBody(response: Response, host: string): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let count = 0;
  for await (const piece of response.body ?? []) {
    count += piece.length;
    // Leaving the loop cancels the rest.
    if (count > MOST_BYTES) throw new ProviderDown(`${host} sent more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The error in words that hold no address but the host. */
function describe({ name, cause }: Error, host: string): ProviderDown {
  if (name === 'TimeoutError') {
    return new ProviderDown(`${host} did not answer within ${TIMEOUT_MS / SECOND_MS} s`);
  }
  const code = (cause as { code?: string } | undefined)?.code;
  return new ProviderDown(
    `the connection to ${host} failed${code === undefined ? '' : ` (${code})`}`,
  );
}
