// Which points of a file are already in the transaction: one bit a point, for files larger than the
// point buffer, so that a line that contradicts one of an earlier bufferful is still found.

import { ImportFault } from '#importers/import-fault';

/** 256 bytes a page: 2,048 neighbouring intervals of one series. */
const PAGE_BITS = 11;
/** 256 MB of pages: two thousand million neighbouring points, or half a million far apart. */
const MAX_PAGES = 1 << 20;

export class WrittenIndices {
  /** Per series number, the pages by page number. */
  readonly #pages: Map<number, Uint32Array>[] = [];
  #pageCount = 0;

  has(series: number, index: number): boolean {
    const page = this.#pages[series]?.get(index >> PAGE_BITS);
    return page !== undefined && (page[(index >> 5) & 63]! & (1 << (index & 31))) !== 0;
  }

  add(series: number, indices: Int32Array): void {
    const pages = (this.#pages[series] ??= new Map());
    let pageNumber = Number.NaN;
    let page: Uint32Array | undefined;
    for (const index of indices) {
      if (index >> PAGE_BITS !== pageNumber) {
        pageNumber = index >> PAGE_BITS;
        page = pages.get(pageNumber) ?? this.#addPage(pages, pageNumber);
      }
      page![(index >> 5) & 63]! |= 1 << (index & 31);
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
