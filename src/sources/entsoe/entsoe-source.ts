// The ENTSO-E transparency platform: prices, load, generation, forecasts and reservoirs of Europe.

import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { ImportFault } from '#importers/files/import-fault';
import { batchOf, ENTSOE } from '#sources/entsoe/entsoe-batch';
import {
  datasetOfDocument,
  ENTSOE_DATASETS,
  type EntsoeDataset,
  findEntsoeDataset,
} from '#sources/entsoe/entsoe-datasets';
import {
  ACKNOWLEDGEMENT,
  type EntsoeDocument,
  readDocumentTime,
} from '#sources/entsoe/entsoe-document';
import { gatherSeries } from '#sources/entsoe/entsoe-gather';
import { entsoeRequests } from '#sources/entsoe/entsoe-requests';
import { addTotals } from '#sources/entsoe/entsoe-totals';
import {
  type ParsedBatch,
  type Pieces,
  type Source,
  SourceFault,
  type SourceRequest,
} from '#sources/source';

/** The service's code for "no data" and for mistakes in the request; its text tells which. */
const NO_DATA_CODE = '999';
const NO_DATA_TEXT = /\bno\b.*\bdata\b/i;

export const entsoeSource: Source = {
  name: ENTSOE,
  description: 'ENTSO-E transparency platform',
  datasets: ENTSOE_DATASETS,
  secretName: 'ENTSOE_TOKEN',
  limits: {
    hosts: ['web-api.tp.entsoe.eu'],
    // Over 400 a minute the service bans the caller for ten minutes.
    requestsPerMinute: 100,
    timeoutMs: 120_000,
    maxBytes: 64 << 20,
    // A mistake in a request is answered with an acknowledgement that names it.
    readableStatuses: [400],
  },
  requestsFor: entsoeRequests,
  addSecret(url, secret) {
    const secretUrl = new URL(url);
    secretUrl.searchParams.set('securityToken', secret);
    return secretUrl;
  },
  parse: parseEntsoe,
  createdAt(head) {
    const text = new TextDecoder().decode(head);
    const [, created] = /<(?:\w+:)?createdDateTime>\s*([^<\s]+)/.exec(text) ?? [];
    try {
      return created === undefined ? undefined : readDocumentTime(created);
    } catch {
      // The fault is thrown when the document itself is read.
      return undefined;
    }
  },
};

async function parseEntsoe(
  pieces: Pieces,
  request: SourceRequest | undefined,
  zone: Zone,
): Promise<ParsedBatch> {
  const { readEntsoeXml } = await import('#sources/entsoe/entsoe-xml');
  const document = await readEntsoeXml(pieces);
  if (document.name === ACKNOWLEDGEMENT) return readAcknowledgement(document);
  checkCreated(document.fields.get('createdDateTime'));
  const dataset = readDataset(document, request);
  if (document.series.length === 0) {
    return { kind: 'none', reason: 'the document holds no time series' };
  }
  const gathered = gatherSeries(document, dataset, request, zone);
  return batchOf(addTotals(gathered, dataset, request !== undefined, zone), dataset, zone);
}

function readAcknowledgement({ reasons }: EntsoeDocument): ParsedBatch {
  const [reason] = reasons;
  if (!reason) throw new ImportFault('the acknowledgement gives no reason');
  const { code, text } = reason;
  if (code === NO_DATA_CODE && (text === '' || NO_DATA_TEXT.test(text))) {
    return { kind: 'none', reason: text === '' ? 'no matching data' : text };
  }
  throw new SourceFault(`ENTSO-E refused: ${text || 'no text'} (reason ${code})`);
}

const checkCreated = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : readDocumentTime(text);

function readDataset(document: EntsoeDocument, request: SourceRequest | undefined): EntsoeDataset {
  const type = document.fields.get('type');
  const process = document.fields.get('process.processType');
  const dataset = datasetOfDocument(type, process);
  const asked = request && findEntsoeDataset(request.dataset);
  if (dataset && (!asked || asked === dataset)) return dataset;
  const found = `document type ${type ?? '(none)'}${process === undefined ? '' : `, process type ${process}`}`;
  if (asked) throw new ImportFault(`the answer is of ${found}; asked was ${asked.description}`);
  const known = ENTSOE_DATASETS.map(({ description }) => description).join('; ');
  throw new ImportFault(`${found} is not one of: ${known}`);
}
