import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ProgressBar, progressText } from '#cli/terminal/progress-bar';

suite('the progress bar', () => {
  test('fills with the part that is read', () => {
    assert.equal(progressText(0, 20e6), `${'░'.repeat(24)} 0% 0.0 of 20.0 MB`);
    assert.equal(
      progressText(10e6, 20e6),
      `${'█'.repeat(12)}${'░'.repeat(12)} 50% 10.0 of 20.0 MB`,
    );
    assert.equal(progressText(21e6, 20e6), `${'█'.repeat(24)} 100% 21.0 of 20.0 MB`);
  });

  test('shows bytes alone where the size is not known', () => {
    assert.equal(progressText(1_234_567, undefined), '1.2 MB');
  });

  const record = (isTTY: boolean, columns?: number) => {
    const written: string[] = [];
    const output = { isTTY, columns, write: (text: string) => written.push(text) };
    return { output, written };
  };

  test('draws at most ten times a second, within the width of the terminal', () => {
    const { output, written } = record(true, 12);
    let now = 0;
    const bar = new ProgressBar(output, 'prices.csv', () => now);
    for (; now < 1_000; now += 10) bar.show(now);
    assert.equal(written.length, 10);
    for (const text of written) assert.equal(text.length, '\r\u001b[K'.length + 11);
  });

  test('draws nothing where there is no terminal, and clears only what it drew', () => {
    const file = record(false);
    const quiet = new ProgressBar(file.output, 'prices.csv', () => 0);
    quiet.show(1);
    quiet.clear();
    const terminal = record(true);
    new ProgressBar(terminal.output, 'prices.csv', () => 0).clear();
    assert.deepEqual([file.written, terminal.written], [[], []]);
  });
});
