import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { bytesText, ProgressLine, phaseText, stepsText } from '#cli/terminal/progress-line';

suite('the progress line', () => {
  test('the bar of a file fills with the part that was read', () => {
    assert.equal(bytesText(0, 20e6), `${'░'.repeat(24)} 0% 0.0 of 20.0 MB`);
    assert.equal(bytesText(10e6, 20e6), `${'█'.repeat(12)}${'░'.repeat(12)} 50% 10.0 of 20.0 MB`);
    assert.equal(bytesText(21e6, 20e6), `${'█'.repeat(24)} 100% 21.0 of 20.0 MB`);
  });

  test('a file of unknown size shows its bytes alone', () => {
    assert.equal(bytesText(1_234_567, undefined), '1.2 MB');
  });

  test('the line of a phase names it after the bar', () => {
    assert.equal(phaseText('copying', 1, 2), '████████████░░░░░░░░░░░░  50% copying');
    assert.equal(phaseText('copying', 0, 0), `${'█'.repeat(24)} 100% copying`);
  });

  test('the line of steps tells the time left by the steps done', () => {
    assert.equal(stepsText(0, 4, 1, 'DE'), `${'░'.repeat(24)} 0% 0 of 4, DE`);
    assert.equal(
      stepsText(1, 4, 25, 'DE'),
      `${'█'.repeat(6)}${'░'.repeat(18)} 25% 1 of 4, 1:15 left, DE`,
    );
  });

  const record = (isTTY: boolean, columns?: number) => {
    const written: string[] = [];
    const output = { isTTY, columns, write: (text: string) => written.push(text) };
    return { output, written };
  };

  test('the line is drawn at most ten times a second, within the width of the terminal', () => {
    const { output, written } = record(true, 12);
    let now = 0;
    const line = new ProgressLine(output, () => now);
    for (; now < 1_000; now += 10) line.showBytes('prices.csv', now, undefined);
    assert.equal(written.length, 10);
    for (const text of written) assert.equal(text.length, '\r\u001b[K'.length + 11);
  });

  test('a new phase is drawn at once, and the same one only after 100 ms', () => {
    const { output, written } = record(true);
    const line = new ProgressLine(output, () => 0);
    line.showPhase('checking', 0, 2);
    line.showPhase('checking', 1, 2);
    line.showPhase('packing', 0, 2);
    assert.deepEqual(
      written.map((text) => text.split(' ').at(-1)),
      ['checking', 'packing'],
    );
  });

  test('other outputs get no line, and only a drawn line is cleared', () => {
    const file = record(false);
    const quiet = new ProgressLine(file.output, () => 0);
    quiet.showBytes('prices.csv', 1, undefined);
    quiet.clear();
    const terminal = record(true);
    new ProgressLine(terminal.output, () => 0).clear();
    assert.deepEqual([file.written, terminal.written], [[], []]);
  });
});
