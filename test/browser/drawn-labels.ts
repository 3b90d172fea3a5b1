// The texts on a chart's canvas: the labels of its axes, with the time at which each of them stands.

import type { Locator, Page } from 'playwright-core';

/** Makes canvases remember the texts of their last drawing. Call it before the page is opened. */
export async function rememberTexts(page: Page): Promise<void> {
  await page.addInitScript(`{
    const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...area) {
      this.canvas.drawnTexts = [];
      return clearRect.apply(this, area);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
      this.canvas.drawnTexts?.push({ text, x: x / devicePixelRatio, y: y / devicePixelRatio });
      return fillText.call(this, text, x, y, ...rest);
    };
  }`);
}

export interface DrawnText {
  readonly text: string;
  /** CSS pixels from the left of the plot between the axes. */
  readonly x: number;
  readonly y: number;
}

/** The texts on a chart's canvas, and the width of the plot between its axes. */
export async function drawnTexts(
  chart: Locator,
): Promise<{ texts: readonly DrawnText[]; width: number }> {
  const canvas = chart.locator('.uplot canvas');
  const [outer, plot] = [await canvas.boundingBox(), await chart.locator('.u-over').boundingBox()];
  const texts = (await canvas.evaluate((one) => one.drawnTexts)) as DrawnText[];
  const left = plot!.x - outer!.x;
  return { texts: texts.map((one) => ({ ...one, x: one.x - left })), width: plot!.width };
}

export interface TimeLabel {
  /** `06:00`. */
  readonly clock: string;
  /** Seconds since 1970 UTC, to the quarter hour. */
  readonly time: number;
  /** The text beneath it, such as `Sun 29 Mar`. */
  readonly note: string;
}

/** The labels of an axis in hours, over a span in seconds, from left to right. */
export async function timeLabels(
  chart: Locator,
  span: { readonly start: number; readonly end: number },
): Promise<TimeLabel[]> {
  const { texts, width } = await drawnTexts(chart);
  const labels = texts.filter(({ text }) => /^\d\d:\d\d$/.test(text));
  return labels
    .sort((a, b) => a.x - b.x)
    .map((label) => {
      const exact = span.start + (label.x / width) * (span.end - span.start);
      const beneath = texts.find(({ x, y }) => y > label.y && Math.abs(x - label.x) < 1);
      return {
        clock: label.text,
        time: Math.round(exact / 900) * 900,
        note: beneath?.text ?? '',
      };
    });
}
