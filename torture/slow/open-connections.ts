// Which connections a server on this machine still has open, as Linux reports. A client that does not read
// cannot see the end of a connection: it waits behind all that was not read.

import { readFile } from 'node:fs/promises';

export const TABLE = '/proc/net/tcp';
const ESTABLISHED = '01';

const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16);

/** The callers' ports of connections to a port that neither side has closed. */
export async function readOpenPorts(serverPort: number): Promise<Set<number>> {
  const open = new Set<number>();
  const [, ...lines] = (await readFile(TABLE, 'latin1')).split('\n');
  for (const line of lines) {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/);
    if (state === ESTABLISHED && portOf(local) === serverPort) open.add(portOf(remote));
  }
  return open;
}
