// Bytes to an ENTSO-E document, streaming: only needed texts and numbers are kept. Prefixes and namespaces
// are ignored. A document type, and with it any entity of its own, is refused.

import { SaxesParser } from 'saxes';
import { quoteGiven } from '#core/nearest';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import {
  DOCUMENT_NAMES,
  type EntsoeDocument,
  type EntsoePeriod,
  type EntsoeReason,
  type EntsoeTimeSeries,
  readAmount,
  readDocumentTime,
  readPosition,
} from '#sources/entsoe/entsoe-document';
import type { Pieces } from '#sources/source';

/** A year of quarter hours of every production type is about 80 MB. */
const MAX_BYTES = 256 << 20;
const MAX_TEXT = 2_000;
const MAX_DEPTH = 12;
const MAX_SERIES = 20_000;
const AMOUNTS = ['quantity', 'price.amount'];

type Growing<T> = { -readonly [K in keyof T]: T[K] };

interface OpenSeries {
  readonly line: number;
  readonly fields: Map<string, string>;
  readonly periods: EntsoePeriod[];
}

interface OpenPeriod extends Partial<Growing<Pick<EntsoePeriod, 'start' | 'end' | 'resolution'>>> {
  readonly line: number;
  readonly positions: number[];
  readonly values: number[];
}

/** Reads a document; throws an ImportFault with its line. */
export async function readEntsoeXml(pieces: Pieces): Promise<EntsoeDocument> {
  const parser = new SaxesParser();
  const builder = new DocumentBuilder();
  const refuse = (reason: string): never => {
    throw new ImportFault(reason, parser.line);
  };
  const located = (work: () => void): void => {
    try {
      work();
    } catch (fault) {
      throw locateFault(fault, parser.line);
    }
  };
  parser.on('error', ({ message }) => refuse(`this is not sound XML (${message})`));
  parser.on('doctype', () => refuse('a document type is not allowed'));
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-?8$/i.test(encoding)) refuse(`the encoding ${quoteGiven(encoding)} is not UTF-8`);
  });
  parser.on('opentag', ({ name }) => located(() => builder.open(localName(name), parser.line)));
  parser.on('closetag', ({ name }) => located(() => builder.close(localName(name))));
  parser.on('text', (text) => located(() => builder.text(text)));
  parser.on('cdata', (text) => located(() => builder.text(text)));

  const decoder = new TextDecoder('utf-8', { fatal: true });
  let count = 0;
  for await (const piece of pieces) {
    count += piece.length;
    if (count > MAX_BYTES) refuse(`the document is larger than ${MAX_BYTES >> 20} MiB`);
    parser.write(decode(decoder, piece));
  }
  if (count === 0) throw new ImportFault('the document is empty');
  parser.write(decode(decoder)).close();
  return builder.document();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch {
    throw new ImportFault('the document holds bytes that are not UTF-8');
  }
}

class DocumentBuilder {
  readonly #path: string[] = [];
  readonly #fields = new Map<string, string>();
  readonly #reasons: EntsoeReason[] = [];
  readonly #series: EntsoeTimeSeries[] = [];
  #name = '';
  #text = '';
  #reason: Growing<EntsoeReason> | undefined;
  #open: OpenSeries | undefined;
  #period: OpenPeriod | undefined;
  #position: number | undefined;
  #amount: number | undefined;

  open(name: string, line: number): void {
    this.#text = '';
    this.#path.push(name);
    const depth = this.#path.length;
    if (depth > MAX_DEPTH) throw new ImportFault(`elements stand ${depth} deep in each other`);
    if (depth === 1) {
      if (!DOCUMENT_NAMES.includes(name)) {
        throw new ImportFault(`${quoteGiven(name)} is not one of ${DOCUMENT_NAMES.join(', ')}`);
      }
      this.#name = name;
    } else if (depth === 2 && name === 'TimeSeries') {
      if (this.#series.length >= MAX_SERIES) throw new ImportFault('too many time series');
      this.#open = { line, fields: new Map(), periods: [] };
    } else if (depth === 2 && name === 'Reason') {
      this.#reason = { code: '', text: '' };
    } else if (depth === 3 && name === 'Period' && this.#open) {
      this.#period = { line, positions: [], values: [] };
    } else if (depth === 4 && name === 'Point' && this.#period) {
      this.#position = undefined;
      this.#amount = undefined;
    }
  }

  text(text: string): void {
    this.#text += text;
    if (this.#text.length > MAX_TEXT) {
      throw new ImportFault(`a text is longer than ${MAX_TEXT} characters`);
    }
  }

  close(name: string): void {
    const text = this.#text.trim();
    this.#text = '';
    const depth = this.#path.length;
    const parent = this.#path[depth - 2];
    this.#path.pop();
    if (this.#period) this.#closeInPeriod(name, parent, depth, text);
    else if (this.#open) this.#closeInSeries(name, depth, text);
    else if (this.#reason) this.#closeInReason(name, depth, text);
    else if (depth === 2 && text !== '') this.#fields.set(name, text);
  }

  #closeInReason(name: string, depth: number, text: string): void {
    const reason = this.#reason!;
    if (name === 'code' || name === 'text') reason[name] = text;
    if (depth !== 2) return;
    this.#reasons.push(reason);
    this.#reason = undefined;
  }

  #closeInSeries(name: string, depth: number, text: string): void {
    if (depth === 2) {
      this.#series.push(this.#open!);
      this.#open = undefined;
    } else if (text !== '') {
      this.#open!.fields.set(name, text);
    }
  }

  #closeInPeriod(name: string, parent: string | undefined, depth: number, text: string): void {
    const period = this.#period!;
    if (depth === 3) this.#closePeriod(period);
    else if (depth === 4 && name === 'Point') this.#closePoint(period);
    else if (depth === 4 && name === 'resolution') period.resolution = text;
    else if (depth !== 5) return;
    else if (parent === 'timeInterval' && (name === 'start' || name === 'end')) {
      period[name] = readDocumentTime(text);
    } else if (parent !== 'Point') return;
    else if (name === 'position') this.#position = readPosition(text);
    else if (AMOUNTS.includes(name)) this.#amount = readAmount(text);
  }

  #closePoint({ positions, values }: OpenPeriod): void {
    if (this.#position === undefined) throw new ImportFault('the point has no position');
    if (this.#amount === undefined) {
      throw new ImportFault(`the point has neither ${AMOUNTS.join(' nor ')}`);
    }
    positions.push(this.#position);
    values.push(this.#amount);
  }

  #closePeriod({ line, start, end, resolution, positions, values }: OpenPeriod): void {
    if (start === undefined || end === undefined || resolution === undefined) {
      throw new ImportFault('the period lacks its start, its end or its resolution');
    }
    this.#open!.periods.push({
      line,
      start,
      end,
      resolution,
      positions: Int32Array.from(positions),
      values: Float64Array.from(values),
    });
    this.#period = undefined;
  }

  document(): EntsoeDocument {
    const [fields, reasons, series] = [this.#fields, this.#reasons, this.#series];
    return { name: this.#name, fields, reasons, series };
  }
}
