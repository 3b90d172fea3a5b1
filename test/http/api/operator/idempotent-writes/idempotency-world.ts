// The write that tests send under an Idempotency-Key.

import type { TestContext } from 'node:test';
import type { Answer } from '../../../../../harness/world/world.ts';
import { OperatorWorld } from '../operator-world.ts';

export const VALUES = '/series/dehrprice/values';
export const T0 = '2024-05-17T00:00:00Z';
export const body = { start: T0, values: [1, 2, 3] };

export async function openWorld(t: TestContext): Promise<OperatorWorld> {
  const world = await OperatorWorld.open(t);
  await world.define('dehrprice');
  return world;
}

/** Whether the answer is the kept one. */
export const isReplayed = ({ headers }: Answer): boolean =>
  headers['idempotency-replayed'] === 'true';
