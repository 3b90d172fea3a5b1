// A store, a clock that tests set, and two small local services: prices and loads of a transparency platform
// and the bank's exchange rates.

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { type CollectConfig, readCollectConfig } from '#service/collecting/collect-config';
import type { CollectorParts } from '#service/collecting/collect-pass';
import { isRateDay } from '#sources/ecb/ecb-calendar';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';

export const berlin = findZone('Europe/Berlin')!;
export const at = (text: string): Instant => Date.parse(text);
export const dayOf = (date: string): number => at(`${date}T00:00:00Z`) / 86_400_000;
export const TOKEN = 'a-secret-token';

/** `2024-05-15 to 2024-05-17`: the market days of a request, both included. */
const daysText = (start: Instant, end: Instant): string => {
  const [first, last] = [start, end - 1].map((each) =>
    new Date(each + berlin.offsetAt(each)).toISOString().slice(0, 10),
  );
  return first === last ? first! : `${first} to ${last}`;
};

export const priceAt = (hour: number): number => 40 + (hour % 24) + (hour % 7) / 10;

export class CollectWorld {
  store!: Store;
  url = '';
  storeUrl = '';
  now: Instant;
  /** The requests in order: `DE 2024-05-15 to 2024-05-17`, `eurofxref-daily.xml`. */
  readonly asked: string[] = [];
  readonly waitsMs: number[] = [];
  /** Answers in place of the service's own; each is used once. */
  readonly faults: ((response: ServerResponse) => void)[] = [];
  isDown = false;
  /** The end of the published prices; lost days are missing before it. */
  pricedUntil: Instant = Number.POSITIVE_INFINITY;
  readonly lostDays = new Set<number>();
  /** The minutes of a price's and a load's interval. */
  minutes = 60;
  /** Added to every price: a revision. */
  revision = 0;
  /** The last day with rates. */
  newestRateDay = 0;

  constructor(now: string) {
    this.now = at(now);
  }

  get parts(): CollectorParts {
    return {
      store: this.store,
      zone: berlin,
      env: { ENTSOE_TOKEN: TOKEN },
      actor: 'test',
      world: {
        now: () => this.now,
        sleep: async (ms) => {
          this.waitsMs.push(ms);
        },
        random: () => 0,
      },
    };
  }

  /** The entries with the address of these services. */
  config(...entries: object[]): Promise<CollectConfig> {
    const sources = entries.map((entry) => ({ ...entry, baseUrl: this.url }));
    return readCollectConfig(JSON.stringify({ sources }));
  }

  /** The requests since the last call. */
  takeAsked(): string[] {
    return this.asked.splice(0);
  }

  readonly serve = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url!, 'http://here');
    const isRates = url.pathname.includes('eurofxref');
    this.asked.push(isRates ? url.pathname.split('/').at(-1)! : describe(url));
    const fault = this.faults.shift();
    if (this.isDown) response.writeHead(503).end();
    else if (fault) fault(response);
    else if (isRates) response.end(this.#rates(url.pathname));
    else if (url.searchParams.get('securityToken') === TOKEN) response.end(this.#document(url));
    else response.writeHead(401).end('Unauthorized');
  };

  #document(url: URL): string {
    const { start, end } = spanOf(url);
    const isLoad = url.searchParams.get('documentType') === 'A65';
    const until = isLoad ? this.now - HOUR_MS : this.pricedUntil;
    const periods: string[] = [];
    for (let day = berlin.dayOf(start); berlin.startOfDay(day) < end; day++) {
      const from = berlin.startOfDay(day);
      // Prices come by the day, loads by the hour.
      const whole = berlin.startOfDay(day + 1);
      const to = isLoad ? Math.min(whole, Math.floor(until / HOUR_MS) * HOUR_MS) : whole;
      if (this.lostDays.has(day) || to > until || to <= from) continue;
      periods.push(this.#period(from, to, isLoad ? 'quantity' : 'price.amount'));
    }
    if (periods.length === 0) return NO_DATA;
    return isLoad ? loadText(zoneOf(url), periods) : pricesText(zoneOf(url), periods);
  }

  #period(start: Instant, end: Instant, element: string): string {
    const stepMs = this.minutes * MINUTE_MS;
    const points = [];
    for (let at = start; at < end; at += stepMs) {
      const position = (at - start) / stepMs + 1;
      const value = (priceAt(Math.floor(at / HOUR_MS)) + this.revision).toFixed(2);
      points.push(
        `<Point><position>${position}</position><${element}>${value}</${element}></Point>`,
      );
    }
    const text = (each: Instant): string => `${new Date(each).toISOString().slice(0, 16)}Z`;
    return `<Period><timeInterval><start>${text(start)}</start><end>${text(end)}</end></timeInterval>
      <resolution>PT${this.minutes}M</resolution>${points.join('')}</Period>`;
  }

  #rates(path: string): string {
    const days = path.endsWith('daily.xml') ? 1 : path.endsWith('90d.xml') ? 90 : 9_999;
    const rows: string[] = [];
    for (let day = this.newestRateDay; day > this.newestRateDay - days; day--) {
      if (!isRateDay(day) || day < dayOf('1999-01-04')) continue;
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
      rows.push(
        `${date},${(1 + (day % 100) / 1000).toFixed(4)},${(11 + (day % 50) / 100).toFixed(4)},`,
      );
    }
    return `Date,USD,NOK,\n${rows.join('\n')}\n`;
  }
}

const spanOf = (url: URL): { start: Instant; end: Instant } => {
  const read = (name: string): Instant =>
    at(
      url.searchParams.get(name)!.replace(/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:00Z'),
    );
  return { start: read('periodStart'), end: read('periodEnd') };
};

const HEAD = '<createdDateTime>2024-05-17T10:00:00Z</createdDateTime>';

const pricesText = (zone: string, periods: readonly string[]): string =>
  `<?xml version="1.0"?><Publication_MarketDocument xmlns="urn:x"><mRID>1</mRID>
    <revisionNumber>1</revisionNumber><type>A44</type>${HEAD}
    <TimeSeries><mRID>1</mRID><businessType>A62</businessType>
    <in_Domain.mRID>${zone}</in_Domain.mRID><out_Domain.mRID>${zone}</out_Domain.mRID>
    <contract_MarketAgreement.type>A01</contract_MarketAgreement.type>
    <currency_Unit.name>EUR</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name>
    <curveType>A01</curveType>${periods.join('')}</TimeSeries></Publication_MarketDocument>`;

const loadText = (zone: string, periods: readonly string[]): string =>
  `<?xml version="1.0"?><GL_MarketDocument xmlns="urn:x"><mRID>1</mRID>
    <type>A65</type><process.processType>A16</process.processType>${HEAD}
    <TimeSeries><mRID>1</mRID><businessType>A04</businessType>
    <outBiddingZone_Domain.mRID>${zone}</outBiddingZone_Domain.mRID>
    <quantity_Measure_Unit.name>MAW</quantity_Measure_Unit.name>
    <curveType>A01</curveType>${periods.join('')}</TimeSeries></GL_MarketDocument>`;

const zoneOf = ({ searchParams }: URL): string =>
  searchParams.get('in_Domain') ?? searchParams.get('outBiddingZone_Domain') ?? '';

const AREA_CODES: Readonly<Record<string, string>> = {
  '10Y1001A1001A82H': 'DE',
  '10YNL----------L': 'NL',
};

const describe = (url: URL): string => {
  const { start, end } = spanOf(url);
  const eic = zoneOf(url);
  return `${AREA_CODES[eic] ?? eic} ${daysText(start, end)}`;
};

const NO_DATA = `<?xml version="1.0"?><Acknowledgement_MarketDocument xmlns="urn:x"><mRID>1</mRID>
  <createdDateTime>2024-05-17T10:00:00Z</createdDateTime>
  <Reason><code>999</code><text>No matching data found for these days.</text></Reason>
  </Acknowledgement_MarketDocument>`;

export async function openWorld(t: TestContext, now: string): Promise<CollectWorld> {
  const world = new CollectWorld(now);
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-collect-'));
  world.storeUrl = `sqlite:${join(folder, 'collect.db')}`;
  world.store = await openStore(world.storeUrl);
  const server = createServer(world.serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await world.store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return world;
}
