// The numbers that bars speak of, by name.

import { CONTENDERS } from '../contenders/contender.ts';
import { ratioOf } from '../phases/measure-requests.ts';
import type { RunResults } from './run-results.ts';

/** A contender that did not take part leaves its facts out. */
export function factsOf(results: RunResults): Map<string, number> {
  const { requests, compressed, tail, load, start } = results;
  const facts = new Map<string, number>();
  for (const result of requests) {
    const present = CONTENDERS.filter((name) => result.readings.has(name));
    for (const a of present) {
      for (const b of present) {
        facts.set(`${result.name}/${result.clients}/${a}:${b}`, ratioOf(result, a, b));
      }
    }
  }
  for (const { name, clients, keptRatio, cpuRatio } of compressed) {
    facts.set(`compressed/${name}/${clients}/kept`, keptRatio);
    facts.set(`compressed/${name}/${clients}/cpu`, cpuRatio);
  }
  for (const { contender, ratio } of tail) facts.set(`tail/${contender}`, ratio);
  const product = load.find(({ contender }) => contender === 'cold')!;
  facts.set('disk/product', product.bytesPerPoint);
  for (const { contender, seconds, bytesPerPoint } of load) {
    facts.set(`load/${contender}`, seconds / product.seconds);
    facts.set(`disk/${contender}`, product.bytesPerPoint / bytesPerPoint);
  }
  facts.set('start/ready', start.readyMs / 1000);
  facts.set('start/answer', start.firstAnswerMs);
  return facts;
}
