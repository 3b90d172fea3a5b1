// The port: free, served by Gridtide, or taken by another program. Only a taken port of this machine is asked.

import { type Finding, fault, ok, warning } from '#cli/commands/doctor/finding';
import type { Config } from '#config';
import { tryPort } from '#serve/start';
import { startFaultOf } from '#serve/start-fault';
import { VERSION } from '#version';

const ASK_MS = 3_000;
/** A server that listens on all addresses is asked on its own one. */
const OWN: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export async function examinePort(config: Config): Promise<Finding> {
  try {
    await tryPort(config);
    const what = config.port === 0 ? 'any free port' : `port ${config.port}`;
    return ok('port', `${what} on ${config.host} can be opened`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return examineTaken(config);
    const { message } = startFaultOf(error as NodeJS.ErrnoException, config);
    const remedy = 'choose others with HOST and PORT; ports below 1024 need a right of their own';
    return fault('port', message, remedy);
  }
}

async function examineTaken({ host, port, tls }: Config): Promise<Finding> {
  const name = OWN[host] ?? host;
  const origin = `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const version = await askVersion(origin);
  if (version === VERSION) return ok('port', `Gridtide ${version} serves ${origin}`);
  if (version !== undefined) {
    const message = `Gridtide ${version} serves ${origin}, and this is ${VERSION}`;
    return warning('port', message, 'restart the server, or use the program of its version');
  }
  const message = `port ${port} on ${host} is in use, and Gridtide does not answer there`;
  const remedy = tls
    ? 'see that this machine trusts the certificate (NODE_EXTRA_CA_CERTS), or choose another PORT'
    : 'end the other program, or choose another PORT';
  return tls ? warning('port', message, remedy) : fault('port', message, remedy);
}

/** The version of the Gridtide that answers; undefined if none does. */
async function askVersion(origin: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${origin}/api/v1/about`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ASK_MS),
    });
    const { name, version } = (await answer.json()) as Record<string, unknown>;
    // It may be any program: only a version is repeated.
    return name === 'Gridtide' && /^\d+\.\d+\.\d+[\w.+-]{0,40}$/.test(String(version))
      ? String(version)
      : undefined;
  } catch {
    return undefined;
  }
}
