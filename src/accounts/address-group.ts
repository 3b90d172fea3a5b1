// Groups the addresses that a single caller can easily send from.

import { isIP, isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;

/** The eight 16-bit parts of an IPv6 address, in the shortest hexadecimal. */
function groupsOf(address: string): string[] {
  // URL writes every spelling, also with a dotted ending, in one canonical form.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(GROUPS - before.length - after.length).fill('0'), ...after];
}

const dotted = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .map((value) => `${value >> 8}.${value & 0xff}`)
    .join('.');

/**
 * An IPv4 address is its own group, also if it is mapped into IPv6. The group of an IPv6 address is its
 * /64 network, as one customer commonly has all of it. Anything else, such as a socket path, is one group.
 */
export function addressGroupOf(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'other';
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? dotted(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** Whether a text is an IP address. */
export const isAddress = (text: string): boolean => isIP(text) !== 0;
