// A container without a container engine: the packed product on a root that is only read, as the image's user,
// without capabilities, as the first process of its own. Namespaces of the kernel do it, by `unshare`.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../harness/find-program.ts';
import { packOnce, ROOT, run } from './installed-package.ts';

/** The user of the image. */
export const IMAGE_USER = 10001;

/**
 * Arguments: an empty folder, the installed product, the data, Node, then the command. What the image has is
 * bound read-only into a new root; then the old root is gone. The last step maps the user and gives up all rights.
 * /proc has processes alone, as in the systemd unit, which is less than in a container.
 */
const ENTER = `
set -eu
new=$1 app=$2 data=$3 node=$4
shift 4
mount -t tmpfs -o mode=755 tmpfs "$new"
cd "$new"
mkdir -p usr etc opt/gridtide var/lib/gridtide tmp proc dev old
touch node dev/null dev/urandom dev/random
echo 'root:x:0:0:root:/root:/bin/sh' > etc/passwd
echo '127.0.0.1 localhost' > etc/hosts
bind() {
  mount --bind "$1" "$2"
  mount -o "remount,bind,nosuid$3" "$2"
}
for folder in bin lib lib64 sbin; do
  if [ -L "/$folder" ]; then ln -s "$(readlink "/$folder")" "$folder"
  elif [ -d "/$folder" ]; then mkdir "$folder"; bind "/$folder" "$folder" ,nodev,ro; fi
done
bind /usr usr ,nodev,ro
bind "$node" node ,nodev,ro
bind "$app" opt/gridtide ,nodev,ro
bind "$data" var/lib/gridtide ,nodev
for device in null urandom random; do mount --bind "/dev/$device" "dev/$device"; done
mount -t tmpfs -o nosuid,nodev,noexec,mode=1777,size=256m tmpfs tmp
mount -t proc -o nosuid,nodev,noexec,subset=pid proc proc
mount -o remount,ro "$new"
pivot_root . old
umount -l old
cd /var/lib/gridtide
exec unshare --user --map-user=${IMAGE_USER} --map-group=${IMAGE_USER} setpriv --no-new-privs "$@"
`;

const UNSHARE = ['--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child'];

/** Why no container can be made on this machine; false if one can. */
export function skipWithoutNamespaces(): string | false {
  if (['unshare', 'setpriv', 'pivot_root'].some((name) => findProgram(name) === undefined))
    return 'this machine lacks unshare, setpriv or pivot_root';
  const tried = ['sh', '-c', 'mount -t tmpfs tmpfs /tmp && mount -t proc -o subset=pid proc /proc'];
  const { status } = spawnSync('unshare', [...UNSHARE, ...tried], { stdio: 'ignore' });
  return status === 0 ? false : 'this machine does not permit namespaces to its users';
}

/** The environment that the Dockerfile sets. */
function imageEnvironment(): Record<string, string> {
  const [, text = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(
    readFileSync(join(ROOT, 'Dockerfile'), 'utf8'),
  )!;
  return Object.fromEntries(
    [...text.matchAll(/(\w+)=([^\s\\]+)/g)].map(([, name, value]) => [name!, value!]),
  );
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class ContainerSandbox {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Installs the package as the Dockerfile does. */
  static async open(): Promise<ContainerSandbox> {
    const { tarball } = await packOnce();
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-container-'));
    for (const name of ['root', 'data']) await mkdir(join(folder, name));
    const script = join(ROOT, 'deploy/docker/install-package.sh');
    const more = { npm_config_prefer_offline: 'true' };
    await run('sh', [script, tarball, join(folder, 'app')], folder, more);
    return new ContainerSandbox(folder);
  }

  /** What the container sees as /opt/gridtide and as its volume. */
  path(name: 'app' | 'data'): string {
    return join(this.#folder, name);
  }

  /** Starts a command; the first word `node` is the image's Node. */
  start(command: readonly string[], settings: Readonly<Record<string, string>> = {}): ChildProcess {
    const inside = command.map((word, i) => (i === 0 && word === 'node' ? '/node' : word));
    const folders = ['root', 'app', 'data'].map((name) => join(this.#folder, name));
    const args = [...UNSHARE, 'sh', '-c', ENTER, 'sh', ...folders, process.execPath, ...inside];
    return spawn('unshare', args, {
      // Nothing of the machine's own environment, as in a container.
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...imageEnvironment(), ...settings },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  }

  /** Runs a command to its end. */
  async run(
    command: readonly string[],
    settings: Readonly<Record<string, string>> = {},
    stdin = '',
  ): Promise<Outcome> {
    const child = this.start(command, settings);
    const written = { stdout: '', stderr: '' };
    child.stdout!.on('data', (piece) => (written.stdout += piece));
    child.stderr!.on('data', (piece) => (written.stderr += piece));
    child.stdin!.end(stdin);
    const [code] = await once(child, 'close');
    return { code, ...written };
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
