// The proxy of HTTPS_PROXY, for what this process asks of other services with fetch.

import { setGlobalProxyFromEnv } from 'node:http';

/** The names of this machine, which is never asked through a proxy. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]', '::1'];

/**
 * Makes fetch use the proxy until the returned function is called. Webhooks open connections of their own, whose
 * addresses are checked, and never use it: a proxy would resolve the name again, to an address that was not checked.
 */
export function enterProxy({
  HTTPS_PROXY = '',
  NO_PROXY = '',
}: Readonly<Record<string, string | undefined>>): () => void {
  const given = HTTPS_PROXY.trim();
  // Other programs take `proxy:3128` too.
  const address = given.includes('://') ? given : `http://${given}`;
  // The address is not repeated, as it may hold a password.
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw new Error('HTTPS_PROXY is the address of a proxy: http://host:3128 or https://host');
  }
  const hosts = [NO_PROXY.trim(), ...OWN_NAMES].filter((host) => host !== '');
  return setGlobalProxyFromEnv({ https_proxy: address, no_proxy: hosts.join(',') });
}
