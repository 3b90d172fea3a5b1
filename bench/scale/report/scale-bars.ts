// What a scale run must reach: reads and memory hardly grow with the number of series.

import { READS } from '../reads.ts';
import type { EngineResults, ScaleBarVerdict } from './scale-results.ts';

const MOST_GROWTH = 1.5;
const MOST_MEMORY_GROWTH = 1.5;

export function judgeScale(results: readonly EngineResults[]): ScaleBarVerdict[] {
  return results.flatMap(({ engine, growth, memory }) => {
    const judge = (work: string, measured: number, atMost: number): ScaleBarVerdict => ({
      engine,
      work,
      atMost,
      measured,
      isReached: measured <= atMost,
    });
    const [smallest, ...others] = memory;
    const memoryRatio = Math.max(...others.map(({ peakMb }) => peakMb / smallest!.peakMb));
    return [
      ...growth.map(({ read, smallest: from, largest: to, ratio }) => {
        const { title } = READS.find(({ name }) => name === read)!;
        const span = `${from.toLocaleString('en')} to ${to.toLocaleString('en')} series`;
        return judge(`p50 of ${title}, ${span}`, ratio, MOST_GROWTH);
      }),
      judge(
        'peak memory of the server, any size over the smallest',
        memoryRatio,
        MOST_MEMORY_GROWTH,
      ),
    ];
  });
}
