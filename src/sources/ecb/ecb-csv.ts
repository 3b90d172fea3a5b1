// The ECB's CSV files: one row of today (`13 April 2026`, blanks after commas) or the history, newest
// first (`2026-04-13`, N/A for a currency without a rate). Both end every row with a comma.

import { quoteGiven } from '#core/nearest';
import { dayOfCivil } from '#core/time/civil';
import { CsvReader } from '#importers/bytes/csv-reader';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import { checkCurrency, checkDate, RateTable, readRate } from '#sources/ecb/ecb-rates';
import type { Pieces } from '#sources/source';

/** The history's text for no rate; the daily file leaves such currencies out. */
const NO_RATE = 'N/A';
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Reads a file piece by piece; only rates are kept in memory. */
export async function readRateCsv(pieces: Pieces): Promise<RateTable> {
  const reader = new CsvReader();
  const rows = new RateRows(reader);
  for await (const piece of pieces) {
    reader.push(piece);
    rows.take();
  }
  reader.end();
  rows.take();
  if (rows.table.newestDay === undefined) throw new ImportFault('the file has no rates');
  return rows.table;
}

class RateRows {
  readonly table = new RateTable();
  readonly #reader: CsvReader;
  #currencies: string[] | undefined;

  constructor(reader: CsvReader) {
    this.#reader = reader;
  }

  take(): void {
    const reader = this.#reader;
    while (reader.next()) {
      try {
        if (this.#currencies) this.#takeRow(this.#currencies);
        else this.#currencies = readCurrencies(fieldsOf(reader));
      } catch (error) {
        throw locateFault(error, reader.line);
      }
    }
  }

  #takeRow(currencies: readonly string[]): void {
    const [date = '', ...fields] = fieldsOf(this.#reader);
    if (fields.length !== currencies.length) {
      throw new ImportFault(
        `${fields.length} rates, but the header has ${currencies.length} currencies`,
      );
    }
    const day = readDay(date);
    for (const [at, field] of fields.entries()) {
      if (field === NO_RATE) continue;
      const currency = currencies[at]!;
      try {
        this.table.add(currency, day, readRate(field));
      } catch (error) {
        throw locateFault(error, this.#reader.line, currency);
      }
    }
  }
}

/** The fields of a row without the empty one after the last comma. */
function fieldsOf(reader: CsvReader): string[] {
  const fields = Array.from({ length: reader.count }, (_, at) => reader.text(at));
  if (fields.length > 1 && fields.at(-1) === '') fields.pop();
  return fields;
}

function readCurrencies([first = '', ...currencies]: readonly string[]): string[] {
  if (first !== 'Date' || currencies.length === 0) {
    throw new ImportFault(
      `the header must be Date,USD,JPY… but begins with ${quoteGiven(first)}: is this an ECB file?`,
    );
  }
  const seen = new Set<string>();
  for (const currency of currencies) {
    if (seen.has(checkCurrency(currency))) throw new ImportFault(`${currency} is given twice`);
    seen.add(currency);
  }
  return currencies;
}

/** The day number of `2026-04-13` or `13 April 2026`. */
function readDay(text: string): number {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const written = /^(\d{1,2}) ([A-Za-z]+) (\d{4})$/.exec(text);
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : [Number(written?.[3]), MONTHS.indexOf(written?.[2] ?? '') + 1, Number(written?.[1])];
  checkDate(year!, month!, day!, text);
  return dayOfCivil(year!, month!, day!);
}
