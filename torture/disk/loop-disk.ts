// A small disk: an ext4 file system in a file, mounted in a folder that only this run writes to. It can lose power.

import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const BUSY_MS = 10_000;
const BUSY_PAUSE_MS = 20;

/**
 * FS_IOC_SHUTDOWN without a last flush of the journal: what no sync has brought to the disk is gone, as with the
 * power. The descriptor itself is asked whether it is of a loop device (major number 7): on any other file
 * system this must never happen.
 */
const SHUT_DOWN = `sysopen(my $top, $ARGV[0], 0) or die "open: $!";
  my $major = ((stat($top))[0] >> 8) & 0xfff;
  die "$ARGV[0] is on no loop device\\n" if $major != 7;
  my $flag = pack('L', 2);
  $| = 1;
  print "ready\\n";
  <STDIN>;
  ioctl($top, (2 << 30) | (4 << 16) | (ord('X') << 8) | 125, $flag) or die "shut down: $!";`;

const mounted = new Set<string>();
// However this process ends, but by kill -9, it leaves no mount behind.
process.on('exit', () => {
  for (const mountPoint of mounted) spawnSync('umount', ['--lazy', mountPoint]);
});

export class LoopDisk {
  /** The folder that it is mounted at. */
  readonly mountPoint: string;
  readonly #image: string;

  /** The image lies in `folder`; the mount point beside it, so that the folder can always be removed. */
  constructor(folder: string) {
    this.mountPoint = `${folder}-disk`;
    this.#image = join(folder, 'disk.img');
  }

  /** A new empty one in place of any other, mounted. */
  async make(megabytes: number): Promise<void> {
    await this.unmount();
    await rm(this.#image, { force: true });
    const image = await open(this.#image, 'w');
    await image.truncate(megabytes * 2 ** 20);
    await image.close();
    // No blocks for the superuser only: full is full for all.
    await run('mkfs.ext4', ['-q', '-F', '-m', '0', this.#image]);
    await this.mount();
  }

  /** Brings back what the journal of the file system has. */
  async mount(): Promise<void> {
    await mkdir(this.mountPoint, { recursive: true });
    mounted.add(this.mountPoint);
    // Seldom commits of its own accord: what survives does so because it was synced.
    await run('mount', ['-o', 'loop,noatime,commit=300', this.#image, this.mountPoint]);
  }

  /** A killed run may have left it mounted. The files of killed processes close a little later. */
  async unmount(): Promise<void> {
    const deadline = performance.now() + BUSY_MS;
    while (await isMounted(this.mountPoint)) {
      const failure = await run('umount', [this.mountPoint]).then(
        () => undefined,
        (error: Error) => error,
      );
      if (failure && performance.now() > deadline) throw failure;
      if (failure) await sleep(BUSY_PAUSE_MS);
    }
    mounted.delete(this.mountPoint);
  }

  /** Unmounts the disk and removes all of it but its image. */
  async close(): Promise<void> {
    await this.unmount();
    await rm(this.mountPoint, { recursive: true, force: true });
  }

  /**
   * Resolves, when all is ready, to a function whose call makes every write and sync fail. A sync that is
   * under way at that moment does not count: ext4 lets it succeed though nothing is on the disk. A program
   * that only writes, syncs and counts shows that (13 of 150 times).
   */
  async preparePowerCut(): Promise<() => Promise<void>> {
    const perl = spawn('perl', ['-e', SHUT_DOWN, this.mountPoint], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let complaint = '';
    perl.stderr.on('data', (piece) => {
      complaint += piece;
    });
    const ended = once(perl, 'close');
    await Promise.race([once(perl.stdout, 'data'), ended]);
    return async () => {
      perl.stdin.end('\n');
      const [code] = await ended;
      if (code !== 0) throw new Error(`the disk was not shut down: ${complaint}`);
    };
  }
}

const isMounted = (mountPoint: string): Promise<boolean> =>
  run('mountpoint', ['-q', mountPoint]).then(
    () => true,
    () => false,
  );

let lack: Promise<string | undefined> | undefined;

/** Why there can be no such disk here, in a plain sentence; undefined: there can. */
export function lackOfLoopDisk(): Promise<string | undefined> {
  lack ??= tryLoopDisk();
  return lack;
}

async function tryLoopDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-disk-'));
  const disk = new LoopDisk(folder);
  try {
    await disk.make(8);
    await (await disk.preparePowerCut())();
    return undefined;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const reason = (stderr || message).trim().split('\n').at(-1);
    return `a loop-mounted ext4 needs root, loop devices, and Debian's e2fsprogs, mount and perl-base: ${reason}`;
  } finally {
    await disk.close().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
}
