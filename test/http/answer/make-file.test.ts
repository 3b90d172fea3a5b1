// Files of a series: small ones whole, large ones in a thread, or as a stream without a thread.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { EXPORT_FORMATS } from '#exporters/export-formats';
import { sheetFormat } from '#exporters/sheets/sheet-format';
import { AnswerThreads } from '#http/answer/answer-threads';
import { makeFile, writeOrder } from '#http/answer/make-answer';
import { openLongSeries, WORKER } from './long-series.ts';

const { context, settings, makeTask, makeOrder } = await openLongSeries(after);
const threads = new AnswerThreads(WORKER, settings, 1);
after(() => threads.close());

/** As links for spreadsheets ask for them. */
const SHEETS = (['csv', 'xlsx', 'html'] as const).map((name) =>
  sheetFormat(name, { zone: 'Europe/Berlin', decimal: ',', separator: ';', hasRuns: true }),
);

for (const format of [...EXPORT_FORMATS, ...SHEETS]) {
  const form = 'sheet' in format ? format : format.name;
  const name = 'sheet' in format ? `${format.name} for spreadsheets` : format.name;
  suite(`a file of a series as ${name}`, () => {
    test(`a small ${name} file is made in one piece`, async () => {
      const made = await makeFile({
        task: makeTask({ kind: 'native' }, 100),
        format,
        context,
        threads,
      });
      assert.ok(Symbol.iterator in made);
      assert.equal([...made].length, 1);
    });

    test(`a ${name} file from a thread is the same as one streamed without`, async () => {
      const streamed = await makeFile({ task: makeTask(), format, context });
      assert.ok(Symbol.asyncIterator in streamed);
      const bytes = Buffer.concat(await Array.fromAsync(streamed));
      const order = makeOrder({ kind: 'native' }, form);
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
