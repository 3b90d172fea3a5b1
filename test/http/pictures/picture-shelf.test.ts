// One drawing at a time, a short line behind it, and pictures of the last minute again.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '#core/errors';
import { FRESH_MS, MOST_WAITING, type Picture, PictureShelf } from '#http/pictures/picture-shelf';

const pictureOf = (text: string): Picture => ({ bytes: Buffer.from(text), etag: `"${text}"` });

/** Drawings that end when the test says so. */
class Drawings {
  readonly begun: string[] = [];
  readonly #ends: (() => void)[] = [];

  make(name: string): () => Promise<Picture> {
    return async () => {
      this.begun.push(name);
      await new Promise<void>((resolve) => this.#ends.push(resolve));
      return pictureOf(name);
    };
  }

  endNext(): void {
    this.#ends.shift()!();
  }
}

suite('the shelf of pictures', () => {
  test('a picture of the last minute is not drawn again, an older one is', async () => {
    const shelf = new PictureShelf();
    let count = 0;
    const make = async () => pictureOf(`picture ${++count}`);
    const first = await shelf.take('a', 0, make);
    assert.equal(await shelf.take('a', FRESH_MS - 1, make), first);
    assert.notEqual(await shelf.take('a', FRESH_MS, make), first);
    // After the clock was set back by an hour a picture from the future is drawn again.
    await shelf.take('a', -60 * FRESH_MS, make);
    assert.equal(count, 3);
  });

  test('requests for the same picture share one drawing', async () => {
    const [shelf, drawings] = [new PictureShelf(), new Drawings()];
    const both = [shelf.take('a', 0, drawings.make('a')), shelf.take('a', 0, drawings.make('a'))];
    await nextTurn();
    drawings.endNext();
    const [one, two] = await Promise.all(both);
    assert.equal(one, two);
    assert.deepEqual(drawings.begun, ['a']);
  });

  test('one picture is drawn at a time, in the order in which they were wanted', async () => {
    const [shelf, drawings] = [new PictureShelf(), new Drawings()];
    const all = ['a', 'b', 'c'].map((name) => shelf.take(name, 0, drawings.make(name)));
    for (const begun of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      await nextTurn();
      assert.deepEqual(drawings.begun, begun);
      drawings.endNext();
    }
    assert.deepEqual(
      (await Promise.all(all)).map(({ bytes }) => String(bytes)),
      ['a', 'b', 'c'],
    );
  });

  test('beyond the line a picture is refused with the time to wait', async () => {
    const [shelf, drawings] = [new PictureShelf(), new Drawings()];
    const waiting = Array.from({ length: MOST_WAITING + 1 }, (_, i) =>
      shelf.take(`${i}`, 0, drawings.make(`${i}`)),
    );
    assert.throws(
      () => shelf.take('one more', 0, drawings.make('one more')),
      (error) =>
        error instanceof Refusal && error.code === 'server_busy' && error.retryAfterSeconds === 5,
    );
    // A picture that is being drawn can still be asked for.
    waiting.push(shelf.take('0', 0, drawings.make('0')));
    for (let i = 0; i <= MOST_WAITING; i++) {
      await nextTurn();
      drawings.endNext();
    }
    assert.equal((await Promise.all(waiting)).length, MOST_WAITING + 2);
  });

  test('a drawing that fails is not kept and does not hold up the next', async () => {
    const shelf = new PictureShelf();
    await assert.rejects(shelf.take('a', 0, () => Promise.reject(new Error('store lost'))));
    assert.equal(String((await shelf.take('a', 0, async () => pictureOf('a'))).bytes), 'a');
  });

  test('at most 32 pictures are kept', async () => {
    const shelf = new PictureShelf();
    let count = 0;
    const take = (key: string) => shelf.take(key, 0, async () => pictureOf(`${++count}`));
    for (let i = 0; i < 33; i++) await take(`key ${i}`);
    await take('key 32');
    assert.equal(count, 33);
    await take('key 0');
    assert.equal(count, 34);
  });
});
