// The tasks of docs/start/tour-of-the-explorer.md, each as a picture of the real page.

import type { Browser, Page } from 'playwright-core';
import type { App } from '#serve/app';

type Save = (name: string, picture: Buffer) => Promise<void>;

interface Task {
  readonly name: string;
  readonly path: string;
  /** What a person does on the page before the picture is taken. */
  readonly act: (page: Page) => Promise<void>;
}

const WIDTH = 1440;
const HEIGHT = 900;
const QUALITY = 0.8;

const UPLOAD = [
  'time,value',
  ...Array.from({ length: 24 }, (_, hour) => {
    const time = String(hour).padStart(2, '0');
    return `2026-11-12T${time}:00Z,${(60 + 15 * Math.sin(hour / 4)).toFixed(2)}`;
  }),
  '',
].join('\n');

const chart = async (page: Page): Promise<void> => page.locator('.chart canvas').first().waitFor();

const TASKS: readonly Task[] = [
  {
    name: 'find',
    path: '/',
    act: async (page) => {
      await page.getByRole('table').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('french wind');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'last-week',
    path: '/s/dehrprice?from=week-1&to=week-1',
    act: async (page) => {
      await chart(page);
      await page.getByLabel('From').click();
      await page.getByRole('button', { name: 'Last week' }).waitFor();
    },
  },
  {
    name: 'as-of',
    path: '/s/dehrprice?from=today-2&to=today%2B3&asOf=2026-11-12T09:00',
    act: async (page) => {
      await chart(page);
      await page.getByRole('slider').waitFor();
    },
  },
  { name: 'changes', path: '/changes', act: chart },
  {
    name: 'compare',
    path: '/compare?s=dehrprice&s=frhrprice&f=dehrprice-frhrprice&from=today-7&to=today',
    act: chart,
  },
  { name: 'forecasts', path: '/f/DE', act: chart },
  {
    name: 'accuracy',
    path: '/f/DE',
    act: async (page) => {
      await chart(page);
      const card = page.getByRole('region', { name: 'Accuracy' });
      await card.waitFor();
      await card.evaluate((one) => one.scrollIntoView({ block: 'start' }));
    },
  },
  {
    name: 'upload',
    path: '/operator/imports',
    act: async (page) => {
      const buffer = Buffer.from(UPLOAD);
      const file = { name: 'prices.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('Drop a file here, or choose one').setInputFiles(file);
      await page.getByLabel('Series').fill('dehrprice');
      await page.getByText(/^Would be written to dehrprice/).waitFor();
    },
  },
];

/** Writes tour-NAME.webp of each task, as a user who is an operator. */
export async function takeTourPictures(browser: Browser, app: App, save: Save): Promise<void> {
  for (const { name, path, act } of TASKS) {
    const page = await browser.newPage({
      locale: 'en-GB',
      viewport: { width: WIDTH, height: HEIGHT },
      reducedMotion: 'reduce',
    });
    const link = new URL(await app.makeSignInLink('demo'));
    const target = new URL(path, link);
    target.searchParams.set('code', link.searchParams.get('code')!);
    await page.goto(target.href);
    await act(page);
    await page.waitForLoadState('networkidle');
    await save(`tour-${name}.webp`, await toWebp(browser, await page.screenshot()));
    await page.close();
  }
}

/** Makes a WebP of a PNG: text stays sharp at a third of the bytes. Chromium has the encoder. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const source = `data:image/png;base64,${png.toString('base64')}`;
  const encoded = (await page.evaluate(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(source)};
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${QUALITY});
  })()`)) as string;
  await page.close();
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}
