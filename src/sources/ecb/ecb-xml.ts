// The ECB's XML files, of a day or of many: `<Cube time='2017-03-08'>` around
// `<Cube currency='USD' rate='1.0556'/>`. Everything else in them is ignored.

import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { dayOfCivil } from '#core/time/civil';
import { ImportFault } from '#importers/files/import-fault';
import { checkCurrency, checkDate, RateTable, readRate } from '#sources/ecb/ecb-rates';
import type { Pieces } from '#sources/source';

/** Reads a file piece by piece; only rates are kept in memory. */
export async function readRateXml(pieces: Pieces): Promise<RateTable> {
  const table = new RateTable();
  const parser = new SaxesParser();
  let day: number | undefined;
  const refuse = (reason: string): never => {
    throw new ImportFault(reason, parser.line);
  };
  parser.on('error', (error) => refuse(`this is not sound XML (${error.message})`));
  // A document type could define entities that expand without bound. The ECB sends none.
  parser.on('doctype', () => refuse('a document type is not allowed'));
  parser.on('opentag', (tag) => {
    if (tag.name.replace(/^.*:/, '') !== 'Cube') return;
    const { time, currency, rate } = attributesOf(tag);
    try {
      if (time !== undefined) day = readDay(time);
      if (currency === undefined && rate === undefined) return;
      if (day === undefined) throw new ImportFault('a rate stands outside a day');
      table.add(checkCurrency(currency ?? ''), day, readRate(rate ?? ''));
    } catch (error) {
      if (error instanceof ImportFault) refuse(error.reason);
      throw error;
    }
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of pieces) parser.write(decodeStrictly(decoder, piece));
  parser.write(decodeStrictly(decoder)).close();
  if (table.newestDay === undefined) throw new ImportFault('the file has no rates');
  return table;
}

const attributesOf = (tag: SaxesTagPlain): Record<string, string | undefined> => tag.attributes;

function readDay(text: string): number {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  checkDate(Number(year), Number(month), Number(day), text);
  return dayOfCivil(Number(year), Number(month), Number(day));
}

function decodeStrictly(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch {
    throw new ImportFault('the file holds bytes that are not UTF-8');
  }
}
