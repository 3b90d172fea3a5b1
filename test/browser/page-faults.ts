// Faults of a page that a test does not look for: errors on the console (which include what the page's
// policy blocks), refused and failed requests, other hosts.

import type { BrowserContext } from 'playwright-core';

/** Collects the faults of a context's pages, one text each, as they happen. */
export function watchFaults(context: BrowserContext, origin: string): string[] {
  const faults: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    const isLocal = ['data:', 'blob:'].includes(url.protocol);
    if (!isLocal && url.origin !== origin) faults.push(`other host: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // The page itself aborts requests that it no longer needs.
    if (why !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${why}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  context.on('weberror', (error) => faults.push(`thrown: ${error.error().message}`));
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // The console repeats every refused or failed request, which is counted above.
    if (message.text().startsWith('Failed to load resource')) return;
    faults.push(`${message.type()}: ${message.text()}`);
  });
  return faults;
}

/** The faults that a test did not announce, and the announced ones that never happened. */
export function surprises(faults: readonly string[], expected: readonly RegExp[]): string[] {
  const unexpected = faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)));
  const missing = expected.filter((pattern) => !faults.some((fault) => pattern.test(fault)));
  return [...unexpected, ...missing.map((pattern) => `did not happen: ${pattern}`)];
}
