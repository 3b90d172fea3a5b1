// The power goes while operators write and imports run.

import { lackOfRecord } from '../disk/call-record.ts';
import { type CutTally, newCutTally, pointsOf } from '../disk/cut-tally.ts';
import { LoopCuts } from '../disk/loop-cuts.ts';
import { lackOfLoopDisk } from '../disk/loop-disk.ts';
import { ReplayCuts } from '../disk/replay-cuts.ts';
import type { Row } from '../row.ts';

async function lackOfBoth(): Promise<string | undefined> {
  const lacks = [await lackOfLoopDisk(), await lackOfRecord()];
  return lacks.includes(undefined) ? undefined : lacks.join('; without that, ');
}

/** Makes the row. Without a chosen way, a disk is shut down if that is allowed. */
export function makePowerCutRow(way?: CutTally['way']): Row<CutTally> {
  return {
    name: 'power-cut',
    summary: 'power cuts during imports and operator writes',
    count: 200,
    unit: 'cuts',
    mustHold: '0 acknowledged points lost, check clean',
    lacks: lackOfBoth,
    newTally: newCutTally,
    async open(ground, tally) {
      const usual = (await lackOfLoopDisk()) === undefined ? 'shut-down' : 'replay';
      tally.way ??= way ?? usual;
      return tally.way === 'replay' ? new ReplayCuts(ground, tally) : LoopCuts.open(ground, tally);
    },
    judge(tally) {
      const points = (tally.acknowledged + pointsOf(tally)).toLocaleString('en-GB');
      const { cut, ended } = tally.imports;
      const how =
        tally.way === 'replay'
          ? 'replayed from records of all writes and syncs'
          : `on a loop-mounted ext4; ${tally.refused} writes were told that the store had failed`;
      const controls =
        tally.controls > 0
          ? `with syncs that did nothing points were lost, as must be (${tally.controls}×)`
          : 'no control, as strace is missing';
      return {
        faults: tally.faults,
        misses: [],
        figures: `${how}; ${points} points acknowledged, all there; ${cut} imports cut off, ${ended} ended before; checked after every cut, ${tally.checks} times by the command; ${controls}`,
      };
    },
  };
}

export const powerCutRow = makePowerCutRow();
