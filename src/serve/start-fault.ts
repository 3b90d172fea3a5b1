// Why a server cannot start or go on, in one sentence for the operator.

import type { Config } from '#config';

/** An expected fault of a server. The command line prints its message without a stack. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}

/** Puts an error of a start into words: a port that cannot be opened, or the error's own message. */
export function startFaultOf(error: NodeJS.ErrnoException, { host, port }: Config): StartFault {
  if (error.code === 'EADDRINUSE')
    return new StartFault(`port ${port} on ${host} is in use; choose another with --port`);
  if (error.code === 'EACCES')
    return new StartFault(`port ${port} on ${host} may not be opened by this user`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartFault(`${host} is no address of this machine`);
  return new StartFault(error.message);
}
