// What is measured in the browser, by the browser's own clock.

import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

export interface LoadedFile {
  readonly path: string;
  readonly gzippedBytes: number;
}

// A frame's work is done when a message sent from within it arrives.
export const NOTE_PAINTING = `{
  const { stroke } = CanvasRenderingContext2D.prototype;
  const { promise, resolve } = Promise.withResolvers();
  window.paintedAt = promise;
  CanvasRenderingContext2D.prototype.stroke = function (...path) {
    CanvasRenderingContext2D.prototype.stroke = stroke;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage('');
    });
    return stroke.apply(this, path);
  };
}`;

const READ_PAINTING = `window.paintedAt.then((paintedAt) => {
  const resources = performance.getEntriesByType('resource');
  return paintedAt - resources.find(({ name }) => name.includes('/api/v1/series/')).responseEnd;
})`;

/**
 * Measures the milliseconds from the last byte of the values to the first frame that shows them. Each round
 * is a fresh document in the same signed-in tab.
 */
export async function paintTimesOf(page: Page, url: string, rounds: number): Promise<number[]> {
  await page.addInitScript(NOTE_PAINTING);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto(url);
    times.push((await page.evaluate(READ_PAINTING)) as number);
  }
  return times;
}

/** What a first visit loads besides data, until the page asks for nothing more. */
export async function firstLoadOf(page: Page, url: string): Promise<LoadedFile[]> {
  const files: Promise<LoadedFile>[] = [];
  page.on('response', (response) => {
    const { pathname: path } = new URL(response.url());
    if (path.startsWith('/api/')) return;
    const sized = response.body().then((body) => ({ path, gzippedBytes: gzipSync(body).length }));
    files.push(sized);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const loaded = await Promise.all(files);
  page.removeAllListeners('response');
  return loaded;
}
