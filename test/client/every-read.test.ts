// The client has a method for every read of the product: each one is called, and what was asked is compared with the
// operations that the server documents.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { ApiError } from '#client/api-error';
import { openChangeStream } from '#client/change-log';
import { GridtideClient } from '#client/programs/gridtide-client';
import { type OpenApiDocument, operationsOf } from '../../harness/http/openapi-document.ts';
import { World } from '../../harness/world/world.ts';

/** Reads that the client leaves to others, and why. A new read gets a method in src/client, or a row here. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'GET /healthz': 'for monitors of the process',
  'GET /readyz': 'for monitors of the process',
  'GET /metrics': 'for Prometheus',
  'GET /api/v1/pictures/{picture}': 'a link for img, without a sign-in',
  'GET /api/v1/power-balance-forecast/short-term/areas': 'the same list as /areas',
  'GET /api/v1/tables/{table}/{pattern}/{file}': 'a Parquet file for DuckDB, polars and pyarrow',
};
/** Whole interfaces that have clients of their own. */
const OTHERS = /^\w+ \/(?:prometheus|mcp|l|powerquery)\b/;

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const code = 'dehrprice';
await world.load({
  code,
  area: 'DE',
  category: 'hrprice',
  from: '2024-05-16T22:00:00Z',
  values: [1],
});
await world.loadRun(code, '2024-05-17T06:00:00Z', '2024-05-17T22:00:00Z', [1, 2]);
const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
const user = (await world.store.accounts.findUser('trader'))!;
const key = await addKey(world.store.accounts, user, 'desk', world.now, { isOperator: true });
const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
const operations = operationsOf(document).map(({ method, path }) => ({
  name: `${method} ${path}`,
  form: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

const asked = new Set<string>();
const note = (method: string, address: string): void => {
  const { pathname } = new URL(address);
  // A path without a variable part wins.
  const fitting = operations.filter(({ form }) => form.test(`${method} ${pathname}`));
  asked.add(fitting.sort((a, b) => a.name.split('{').length - b.name.split('{').length)[0]!.name);
};

const client = new GridtideClient({
  ...{ url, key, retries: 0 },
  fetch: (address, request) => {
    note(request!.method!, String(address));
    return fetch(address, request);
  },
});

/** The first of a sequence. */
async function first<T>(sequence: AsyncIterable<T>): Promise<T | undefined> {
  for await (const entry of sequence) return entry;
  return undefined;
}

const DE = { area: 'DE', balanceCategory: 'hrprice' };
const { fundamental, forecasts, lists, operator } = client;

const READS: readonly (() => Promise<unknown>)[] = [
  () => client.about(),
  () => client.account(),
  () => client.metadata({}),
  () => first(client.search()),
  () => client.series(code),
  () => client.columns(code, {}),
  () => client.slice(code, { daysAhead: 1 }),
  () => first(client.runs(code)),
  () => first(client.feeds()),
  () => first(client.changes({ after: '0' })),
  () => client.tables(),
  () => client.changedAreas(),
  () => client.changeTimes(code),
  () => fundamental.meta({ SeriesId: code }),
  () => fundamental.metaAll({ Prefix: '' }),
  () => fundamental.series({ SeriesId: code }),
  () => fundamental.seriesMulti({ SeriesIds: [code] }),
  () => forecasts.areas(),
  () => forecasts.categories('DE'),
  () => forecasts.shortTerm(DE),
  () => forecasts.shortTermRuns(DE),
  () => forecasts.dayAhead(DE),
  () => forecasts.dayAheadRuns(DE),
  () => forecasts.bands(DE),
  () => forecasts.issueTimes(DE),
  () => forecasts.overview({}),
  () => forecasts.days({}),
  () => forecasts.status(),
  () => forecasts.accuracy({ area: 'DE', category: 'hrprice' }),
  () => forecasts.accuracyOf('dehrprice'),
  () => forecasts.bandsOf('dehrprice'),
  () => forecasts.sources(code),
  () => lists.series(),
  () => lists.areas(),
  () => lists.units(),
  () => lists.resolutions(),
  () => lists.datasets(),
  () => lists.datasetGroups(),
  () => client.ownAccount.keys(),
  () => client.ownAccount.sessions(),
  () => client.boards.list(),
  () => client.links.list(),
  () => client.alerts.list(),
  () => client.alerts.try({ condition: `${code} < 0 within tomorrow` }),
  () => client.webhooks.list(),
  () => operator.state(),
  () => operator.freshness(),
  () => operator.expectations(),
  () => operator.forecastTargets.list(),
  () => operator.collect(),
  () => operator.heldValues(),
  () => operator.series(code),
  () => operator.gaps(code),
  () => operator.readers(code),
  () => operator.sourceOrder(code),
  () => operator.tryRule(code, { minimum: 0 }),
  () => operator.users(),
  () => operator.user('trader'),
  () => operator.keysOf('trader'),
  () => operator.linksOf('trader'),
  () => operator.plans(),
  () => operator.matches(['de*']),
  () => first(operator.eachEntry()),
  () => first(operator.eachAudited()),
  () => client.operatorAlerts.list(),
  () => client.operatorAlerts.try({ condition: `${code} < 0 within tomorrow` }),
  () => client.operatorWebhooks.list(),
];

/** Reads of a thing that does not exist here: the refusal says so. */
const NOT_FOUND: readonly (() => Promise<unknown>)[] = [
  () => client.boards.read('3f9c01d2a7b6e458'),
  () => client.boards.links('3f9c01d2a7b6e458'),
  () => client.alerts.read('3f9c01d2a7b6e458'),
  () => client.alerts.history('3f9c01d2a7b6e458'),
  () => client.webhooks.read('3f9c01d2a7b6e458'),
  () => client.webhooks.deliveries('3f9c01d2a7b6e458'),
  () => client.operatorAlerts.read('3f9c01d2a7b6e458'),
  () => client.operatorAlerts.history('3f9c01d2a7b6e458'),
  () => client.operatorWebhooks.read('3f9c01d2a7b6e458'),
  () => client.operatorWebhooks.deliveries('3f9c01d2a7b6e458'),
  () => operator.entry(99),
];

describe('every read', async () => {
  for (const read of READS) await read();
  for (const read of NOT_FOUND) {
    // A key may not even ask for the links of a board.
    const isRefused = (error: unknown) =>
      error instanceof ApiError && [403, 404].includes(error.status);
    await assert.rejects(read, isRefused);
  }

  it('the client has a method for each operation that reads', (t) => {
    class Stream {
      constructor(address: string) {
        note('GET', address);
      }
    }
    // Only browsers have it.
    globalThis.EventSource = Stream as unknown as typeof EventSource;
    t.after(() => Reflect.deleteProperty(globalThis, 'EventSource'));
    openChangeStream(client.transport, {});
    const reads = operations
      .map(({ name }) => name)
      .filter((name) => /^(?:GET |POST \/api\/fundamental\/)/.test(name) && !OTHERS.test(name));
    assert.deepEqual(
      reads.filter((name) => !asked.has(name) && !(name in LEFT_OUT)),
      [],
      'these need a method in src/client, or a row in LEFT_OUT',
    );
    assert.deepEqual(
      Object.keys(LEFT_OUT).filter((name) => !reads.includes(name) || asked.has(name)),
      [],
      'these are in LEFT_OUT for nothing',
    );
  });
});
