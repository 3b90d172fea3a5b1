// Files of a series: small ones whole, large ones in a thread, or as a stream without a thread.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { EXPORT_FORMATS } from '#exporters/export-formats';
import { AnswerThreads } from '#http/answer/answer-threads';
import { makeFile, writeOrder } from '#http/answer/make-answer';
import { openLongSeries, WORKER } from './long-series.ts';

const { context, settings, makeTask, makeOrder } = await openLongSeries(after);
const threads = new AnswerThreads(WORKER, settings, 1);
after(() => threads.close());

for (const format of EXPORT_FORMATS) {
  suite(`a file of a series as ${format.name}`, () => {
    test(`a small ${format.name} file is made in one piece`, async () => {
      const made = await makeFile({
        task: makeTask({ kind: 'native' }, 100),
        format,
        context,
        threads,
      });
      assert.ok(Symbol.iterator in made);
      assert.equal([...made].length, 1);
    });

    test(`a ${format.name} file from a thread is the same as one streamed without`, async () => {
      const streamed = await makeFile({ task: makeTask(), format, context });
      assert.ok(Symbol.asyncIterator in streamed);
      const bytes = Buffer.concat(await Array.fromAsync(streamed));
      const order = makeOrder({ kind: 'native' }, format.name);
      assert.deepEqual(Buffer.concat([...(await writeOrder(order, context))]), bytes);
      // A thread takes a moment to start, and until then it makes nothing.
      let made = await makeFile({ task: makeTask(), format, context, threads });
      while (!('bytes' in made)) {
        await pause(20);
        made = await makeFile({ task: makeTask(), format, context, threads });
      }
      assert.deepEqual(Buffer.from(made.bytes), bytes);
      made.release(true);
    });
  });
}
