// The disk of a server gets full under readers and writers, and is freed again.

import { Fillings, type FullTally } from '../disk/fillings.ts';
import { lackOfSizeLimit } from '../disk/full-disk.ts';
import { lackOfLoopDisk } from '../disk/loop-disk.ts';
import type { Row } from '../row.ts';

const RESUME_MS = 5_000;

export interface DiskFullOptions {
  readonly way?: FullTally['way'];
  readonly workers?: number;
}

export function makeDiskFullRow({ way, workers }: DiskFullOptions = {}): Row<FullTally> {
  return {
    name: 'disk-full',
    summary: 'the disk full and freed again',
    count: 20,
    unit: 'fillings',
    mustHold: 'reads keep answering 200, writes resume within 5 s, nothing acknowledged is lost',
    lacks: async () => ((await lackOfLoopDisk()) === undefined ? undefined : lackOfSizeLimit()),
    newTally: () => ({
      way: 'ballast',
      reads: 0,
      acknowledged: 0,
      refused: 0,
      signIns: {},
      imports: { refused: 0, ended: 0 },
      resumeMs: [],
      checks: 0,
      faults: [],
    }),
    async open(ground, tally) {
      tally.way = way ?? ((await lackOfLoopDisk()) === undefined ? 'ballast' : 'limit');
      return new Fillings(ground, tally, workers);
    },
    judge({ faults, resumeMs, ...tally }) {
      const worst = Math.max(0, ...resumeMs);
      const how =
        tally.way === 'ballast' ? 'by another file on a loop-mounted ext4' : 'by a limit of size';
      return {
        faults,
        misses: worst > RESUME_MS ? [`writes resumed after ${worst} ms`] : [],
        figures: `full ${how}; ${tally.reads.toLocaleString('en-GB')} reads, all 200; ${tally.acknowledged.toLocaleString('en-GB')} points acknowledged, all there; ${tally.refused} writes and sign-ins refused, each with a problem document; ${tally.imports.refused} imports refused; all programs wrote again after ${worst} ms at worst`,
      };
    },
  };
}

export const diskFullRow = makeDiskFullRow();
