// Waiting until a server is ready again.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

export async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await fetch(`${url}/readyz`);
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await sleep(20);
  }
  assert.fail('the server did not become ready again');
}
