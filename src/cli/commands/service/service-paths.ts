// The paths of the files of the service, on this machine or below a folder that stands for its root.

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from '#cli/command/command';
import { PACKAGE_ROOT } from '#package/package-root';

export interface ServicePaths {
  readonly isUser: boolean;
  /** The file of the package that the unit is made from. */
  readonly template: string;
  readonly unit: string;
  /** What `systemctl enable` makes. */
  readonly enabledLink: string;
  readonly settings: string;
  /** The file that makes the service's user; a user's own service has none. */
  readonly sysusers: string | undefined;
  /** Puts the root in front of a path that the unit names. */
  onDisk(path: string): string;
}

export const templateOf = (name: string): string => join(PACKAGE_ROOT, 'deploy/systemd', name);

/** The paths as the unit names them; `onDisk` leads to the files. */
export function pathsOf(isUser: boolean, root: string | undefined, { env }: Io): ServicePaths {
  const config = isUser ? env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config') : '/etc';
  const units = isUser ? join(config, 'systemd/user') : join(config, 'systemd/system');
  const target = isUser ? 'default.target.wants' : 'multi-user.target.wants';
  return {
    isUser,
    template: templateOf(isUser ? 'gridtide-user.service' : 'gridtide.service'),
    unit: join(units, 'gridtide.service'),
    enabledLink: join(units, target, 'gridtide.service'),
    settings: join(config, 'gridtide/gridtide.env'),
    sysusers: isUser ? undefined : '/etc/sysusers.d/gridtide.conf',
    onDisk: (path) => (root === undefined ? path : join(resolve(root), path)),
  };
}
