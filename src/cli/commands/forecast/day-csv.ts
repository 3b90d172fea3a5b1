// A CSV of hours as columns of numbers. Its wall clock has 24 hours every day, as benchmark files have, or its
// times are UTC and end in Z.

import { didYouMean, quoteGiven } from '#core/nearest';
import { dayOfCivil, isCivil } from '#core/time/civil';
import { DAY_MS, formatWall } from '#core/time/instant';
import { CsvReader } from '#importers/bytes/csv-reader';
import { checkFieldCount, readValue, takesComma } from '#importers/bytes/read-field';
import { ImportFault } from '#importers/files/import-fault';

export interface DayColumns {
  /** Days since 1970-01-01 of the first day. */
  readonly firstDay: number;
  readonly dayCount: number;
  /** Names as in the header, without outer blanks and without the time's. */
  readonly names: readonly string[];
  /** The values of a column, days × 24; its name may be in any case. Throws if there is none. */
  column(name: string): Float64Array;
}

const HOURS = 24;
const TIME = /^(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}):(\d{2})(?::00(?:\.0+)?)?(Z?)$/;

/** Hours since 1970 on the file's clock. */
function readHour(text: string, line: number): number {
  const match = TIME.exec(text);
  const [year, month, day, hour, minute] = (match?.slice(1) ?? []).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (!match || !isCivil(year, month, day) || hour > 23) {
    throw new ImportFault(
      `${quoteGiven(text)} is not a local time (yyyy-MM-dd HH:mm, with a blank or T) or a time in UTC that ends in Z`,
      line,
    );
  }
  if (minute !== 0) throw new ImportFault(`${quoteGiven(text)} is not a full hour`, line);
  return dayOfCivil(year, month, day) * HOURS + hour;
}

export async function readDayColumns(pieces: AsyncIterable<Uint8Array>): Promise<DayColumns> {
  const rows = new HourRows();
  const reader = new CsvReader();
  for await (const piece of pieces) {
    reader.push(piece);
    while (reader.next()) rows.take(reader);
  }
  reader.end();
  while (reader.next()) rows.take(reader);
  return rows.finish();
}

class HourRows {
  #names: string[] | undefined;
  #columns: number[][] = [];
  #firstHour = 0;
  #nextHour = 0;

  take(reader: CsvReader): void {
    if (!this.#names) {
      this.#names = Array.from({ length: reader.count }, (_, i) => reader.text(i).trim());
      this.#columns = this.#names.map(() => []);
      return;
    }
    checkFieldCount(reader, this.#names.length);
    const time = reader.text(0).trim();
    const hour = readHour(time, reader.line);
    if (this.#columns[0]!.length === 0) {
      // A market day begins an hour or two before a day of UTC: such hours of the day before are left out.
      if (time.endsWith('Z') && hour % HOURS !== 0) return;
      this.#begin(hour, reader.line);
    }
    if (hour !== this.#nextHour) throw this.#outOfStep(hour, reader.line);
    this.#nextHour++;
    this.#columns[0]!.push(hour);
    const comma = takesComma(reader);
    for (let i = 1; i < this.#columns.length; i++) {
      this.#columns[i]!.push(readValue(reader, i, comma));
    }
  }

  #begin(hour: number, line: number): void {
    if (hour % HOURS !== 0) throw new ImportFault('the first day does not begin at 00:00', line);
    this.#firstHour = hour;
    this.#nextHour = hour;
  }

  #outOfStep(hour: number, line: number): ImportFault {
    const text = (at: number): string => `${dateText(Math.floor(at / HOURS))} ${hourText(at)}`;
    return new ImportFault(
      `${text(this.#nextHour)} should follow, not ${text(hour)}: every day needs its 24 hours, each once and in order`,
      line,
    );
  }

  finish(): DayColumns {
    const names = (this.#names ?? []).slice(1);
    const count = this.#nextHour - this.#firstHour;
    if (count === 0) throw new ImportFault('the file has no hours');
    if (count % HOURS !== 0) {
      throw new ImportFault(
        `the last day, ${dateText(Math.floor(this.#nextHour / HOURS))}, has ${count % HOURS} hours and not 24`,
      );
    }
    const columns = this.#columns;
    return {
      firstDay: this.#firstHour / HOURS,
      dayCount: count / HOURS,
      names,
      column(name) {
        const folded = name.trim().toLowerCase();
        const at = names.findIndex((each) => each.toLowerCase() === folded);
        if (at >= 0) return Float64Array.from(columns[at + 1]!);
        throw new ImportFault(
          `there is no column ${quoteGiven(name)}${didYouMean(name, names)}; there are ${names.map(quoteGiven).join(', ')}`,
        );
      },
    };
  }
}

const pad = (value: number): string => String(value).padStart(2, '0');
const hourText = (hour: number): string => `${pad(((hour % HOURS) + HOURS) % HOURS)}:00`;

/** `yyyy-MM-dd` of a day since 1970-01-01. */
export const dateText = (day: number): string => formatWall(day * DAY_MS).slice(0, 10);
