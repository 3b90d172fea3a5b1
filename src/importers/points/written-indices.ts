// Which points of a file are already in the transaction, one bit a point. It finds a line that contradicts
// one of an earlier bufferful, in files larger than the point buffer.

import { ImportFault } from '#importers/files/import-fault';

/** 256 bytes a page: 2,048 neighbouring intervals of one series. */
const PAGE_BITS = 11;
/** 256 MB of pages: two thousand million neighbouring points, or half a million far apart. */
const MAX_PAGES = 1 << 20;

export class WrittenIndices {
  /** The pages by series number and page number. */
  readonly #pages: Map<number, Uint32Array>[] = [];
  /** The largest index by series number. */
  readonly #lastIndices: number[] = [];
  #pageCount = 0;

  /** Whether a series may have points at or after an index. */
  mayHave(series: number, firstIndex: number): boolean {
    return firstIndex <= (this.#lastIndices[series] ?? Number.NEGATIVE_INFINITY);
  }

  has(series: number, index: number): boolean {
    const page = this.#pages[series]?.get(index >> PAGE_BITS);
    return page !== undefined && (page[(index >> 5) & 63]! & (1 << (index & 31))) !== 0;
  }

  /** Adds ascending indices. */
  add(series: number, indices: Int32Array): void {
    const last = indices.at(-1);
    if (last === undefined) return;
    if (!this.mayHave(series, last)) this.#lastIndices[series] = last;
    const pages = (this.#pages[series] ??= new Map());
    let pageNumber = Number.NaN;
    let page: Uint32Array | undefined;
    for (let at = 0; at < indices.length; at++) {
      const index = indices[at]!;
      if (index >> PAGE_BITS !== pageNumber) {
        pageNumber = index >> PAGE_BITS;
        page = pages.get(pageNumber) ?? this.#addPage(pages, pageNumber);
      }
      if ((index & 31) === 0 && indices[at + 31] === index + 31) {
        page![(index >> 5) & 63] = 0xffffffff;
        at += 31;
      } else {
        page![(index >> 5) & 63]! |= 1 << (index & 31);
      }
    }
  }

  #addPage(pages: Map<number, Uint32Array>, pageNumber: number): Uint32Array {
    if (++this.#pageCount > MAX_PAGES) {
      throw new ImportFault(
        'the file is too large and its times too far apart to be checked for contradictions: split it into smaller files',
      );
    }
    const page = new Uint32Array(1 << (PAGE_BITS - 5));
    pages.set(pageNumber, page);
    return page;
  }
}
