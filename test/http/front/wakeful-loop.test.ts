import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { WakefulLoop } from '#http/front/wakeful-loop';

const client = {};
const other = {};

interface Answer {
  readonly socket: object;
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
}

/** How often the event loop looks for requests again, after answers that follow each other without a turn between. */
async function countLooks(context: TestContext, answers: readonly Answer[]): Promise<number> {
  const { mock } = context.mock.method(globalThis, 'setImmediate');
  const loop = new WakefulLoop();
  for (const { socket, askedAtMs, answeredAtMs } of answers)
    loop.noteAnswer(socket, askedAtMs, answeredAtMs);
  await pause(20);
  return mock.callCount();
}

const FIRST = { socket: client, askedAtMs: 1_000, answeredAtMs: 1_000.03 };

const AGAIN = [
  { title: 'at once', socket: client, askedAtMs: 1_000.05, looks: 4 },
  { title: 'a tenth of a millisecond later', socket: client, askedAtMs: 1_000.131, looks: 0 },
  { title: 'a second later', socket: client, askedAtMs: 2_000, looks: 0 },
  { title: 'at once, but on another connection', socket: other, askedAtMs: 1_000.05, looks: 0 },
];

describe('the event loop after an answer', () => {
  it('the loop may sleep after the first answer', async (context) => {
    assert.equal(await countLooks(context, [FIRST]), 0);
  });

  for (const { title, socket, askedAtMs, looks } of AGAIN)
    it(`the loop looks ${looks} times before it sleeps if the client asked again ${title}`, async (context) => {
      const again = { socket, askedAtMs, answeredAtMs: askedAtMs + 0.03 };
      assert.equal(await countLooks(context, [FIRST, again]), looks);
    });

  it('the loop looks as often for a client that asked at once many times in one turn', async (context) => {
    const answers = Array.from({ length: 50 }, (_, i) => ({
      socket: client,
      askedAtMs: 1_000 + i * 0.05,
      answeredAtMs: 1_000 + i * 0.05 + 0.03,
    }));
    assert.equal(await countLooks(context, answers), 4);
  });
});
