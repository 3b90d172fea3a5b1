import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BLOCKS, describeHours, readBlockHours } from '#core/values/blocks';
import { clockText, peakText } from '#view/values/block-text';

describe('the hours of blocks', () => {
  const hoursOf = (blocks: typeof DEFAULT_BLOCKS, name: string) =>
    blocks.find((block) => block.name === name)!.hours;

  it('peak and off-peak are told with their length, and with what is in neither', () => {
    const [peak, offpeak] = ['peak', 'offpeak'].map((name) => hoursOf(DEFAULT_BLOCKS, name));
    const text = '09:00–20:00, 11 h / 00:00–08:00, 20:00–24:00, 12 h; 1 h in neither';
    assert.equal(peakText(peak!, offpeak!), text);
  });

  it('blocks that fill the day leave nothing to tell', () => {
    const blocks = readBlockHours('peak=08-20');
    const text = '08:00–20:00, 12 h / 00:00–08:00, 20:00–24:00, 12 h';
    assert.equal(peakText(hoursOf(blocks, 'peak'), hoursOf(blocks, 'offpeak')), text);
  });

  it('the server’s words for hours become clock times, weekdays among them', () => {
    const texts = DEFAULT_BLOCKS.map((block) => clockText(describeHours(block)));
    assert.equal(texts[0], '09:00–20:00');
    assert.equal(texts[1], '00:00–08:00,20:00–24:00');
    assert.equal(texts.at(-1), 'Mon-Fri 09:00–20:00, Sat-Sun 00:00–24:00');
  });
});
