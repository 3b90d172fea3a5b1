// Compressed answers: kept ones beside the bare route that sends the same compressed bytes, and made ones beside
// the same answers as they are. Rounds are interleaved like those of the other requests.

import { medianOf } from '../../harness/median.ts';
import type { Child } from '../../harness/processes.ts';
import { showStep } from '../../harness/progress.ts';
import { askOnce } from '../ask-once.ts';
import type { Case, CaseName, PackedCase } from '../cases.ts';
import type { ContenderName } from '../contenders/contender.ts';
import type { Field } from '../contenders/start-contenders.ts';
import { CLIENT_COUNTS, type Effort, measure } from './measure-requests.ts';

export interface CompressedResult {
  /** The question, as it is asked without compression. */
  readonly name: CaseName;
  readonly clients: number;
  readonly plainBytes: number;
  readonly packedBytes: number;
  readonly barePerSecond: number;
  readonly warmPerSecond: number;
  /** The rate of kept compressed answers over that of the bare route: the median of the rounds' own ratios. */
  readonly keptRatio: number;
  /** CPU of the server with its cache off, for the answer as it is and compressed. */
  readonly plainCpuUs: number;
  readonly packedCpuUs: number;
  /** Compressed over as it is: the median of the rounds' own ratios. */
  readonly cpuRatio: number;
}

const WARM_UP_SECONDS = 1;

interface Round {
  readonly bare: number;
  readonly warm: number;
  readonly plainCpuUs: number;
  readonly packedCpuUs: number;
}

export async function measureCompressed(
  field: Field,
  cases: readonly PackedCase[],
  load: Child,
  { rounds, seconds }: Effort,
): Promise<CompressedResult[]> {
  const cells = cases.flatMap((each) =>
    CLIENT_COUNTS.map((clients) => ({ ...each, clients, done: [] as Round[] })),
  );
  for (let round = 0; round <= rounds; round++) {
    for (const { plain, packed, clients, done } of cells) {
      showStep(`round ${round} of ${rounds}: ${packed.name}, ${clients}`);
      const time = round === 0 ? WARM_UP_SECONDS : seconds;
      const ask = (name: ContenderName, each: Case) => {
        const contender = field.contenders.find((other) => other.name === name)!;
        return measure(contender, each, clients, field.token, load, time);
      };
      // Twice, in the opposite order the second time: their ratio is near one.
      const [bare, warm] = [await ask('bare', packed), await ask('warm', packed)];
      const [warm2, bare2] = [await ask('warm', packed), await ask('bare', packed)];
      const plainCpuUs = (await ask('cold', plain)).cpuUs;
      const packedCpuUs = (await ask('cold', packed)).cpuUs;
      if (round === 0) continue;
      done.push({
        bare: bare.perSecond + bare2.perSecond,
        warm: warm.perSecond + warm2.perSecond,
        plainCpuUs,
        packedCpuUs,
      });
    }
  }
  return Promise.all(cells.map((cell) => summarise(field, cell)));
}

async function summarise(
  field: Field,
  { plain, packed, clients, done }: PackedCase & { clients: number; done: readonly Round[] },
): Promise<CompressedResult> {
  const { port } = field.contenders.find(({ name }) => name === 'warm')!;
  const bytesOf = async ({ requests: [first] }: Case) =>
    (await askOnce(port, first!, field.token)).bytes.length;
  const median = (pick: (round: Round) => number): number => medianOf(done.map(pick));
  return {
    name: plain.name,
    clients,
    plainBytes: await bytesOf(plain),
    packedBytes: await bytesOf(packed),
    barePerSecond: median(({ bare }) => bare / 2),
    warmPerSecond: median(({ warm }) => warm / 2),
    keptRatio: median(({ warm, bare }) => warm / bare),
    plainCpuUs: median((round) => round.plainCpuUs),
    packedCpuUs: median((round) => round.packedCpuUs),
    cpuRatio: median((round) => round.packedCpuUs / round.plainCpuUs),
  };
}
