// Whether a request that a browser authenticates by itself, with a cookie, was sent by a page of this server.
// SECURITY.md has the rule in words.

import type { IncomingMessage } from 'node:http';
import { Refusal } from '#core/errors';
import { isOwnOrigin } from '#http/connection/client-origin';

/** Methods that change nothing. */
const SAFE = new Set(['GET', 'HEAD']);

/**
 * Refuses a request that is not known to come from a page of this server. Sec-Fetch-Site decides if the browser
 * sent it, and otherwise Origin. Without either only a read is allowed: another site cannot see its answer.
 */
export function refuseCrossSite(request: IncomingMessage, trustProxy: boolean): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  const isSafe = SAFE.has(request.method ?? '');
  if (site !== undefined) {
    // "none": the user opened the address, without any page.
    if (site === 'same-origin' || (isSafe && site === 'none')) return;
    throw refuse('Sec-Fetch-Site says that another site sent this request');
  }
  if (origin !== undefined) {
    if (isOwnOrigin(origin, request, trustProxy)) return;
    throw refuse('Origin is not the scheme and host of this server that the request names');
  }
  if (!isSafe) throw refuse('neither Sec-Fetch-Site nor Origin says which page sent this request');
}

const refuse = (reason: string): Refusal =>
  new Refusal('cross_site_refused', `${reason}; a cookie is accepted from its own pages only`);
