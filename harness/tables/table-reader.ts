// Reads a table over HTTP as DuckDB does: its length by HEAD, its footer by the end of the file, then the columns of
// the row groups whose statistics fit. Every request and byte is counted.

import { zstdDecompressSync } from 'node:zlib';
import { type FileMetaData, parquetMetadata, parquetReadObjects } from 'hyparquet';

const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };

export interface Asked {
  readonly method: string;
  readonly range: string | undefined;
  readonly status: number;
  readonly bytes: number;
}

export class TableReader {
  readonly asked: Asked[] = [];
  readonly #url: string;
  readonly #headers: Record<string, string>;
  length = 0;
  etag = '';

  constructor(url: string, token: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  /** All bytes that were sent. */
  get bytes(): number {
    return this.asked.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async #ask(method: string, range?: string): Promise<ArrayBuffer> {
    const headers = { ...this.#headers, ...(range ? { range } : {}) };
    const answer = await fetch(this.#url, { method, headers });
    const { status } = answer;
    const body = await answer.arrayBuffer();
    this.asked.push({ method, range, status, bytes: body.byteLength });
    const wanted = range ? 206 : 200;
    if (status !== wanted) throw new Error(`${method} ${range}: ${status} ${Buffer.from(body)}`);
    this.etag = answer.headers.get('etag')!;
    if (method === 'HEAD') this.length = Number(answer.headers.get('content-length'));
    return body;
  }

  /** Asks for the length, for which the server makes the file. */
  async readLength(): Promise<void> {
    await this.#ask('HEAD');
  }

  async readMetadata(): Promise<FileMetaData> {
    await this.readLength();
    const tail = new DataView(await this.#ask('GET', 'bytes=-8'));
    const length = tail.getUint32(0, true) + 8;
    return parquetMetadata(
      await this.#ask('GET', `bytes=${this.length - length}-${this.length - 1}`),
    );
  }

  /** All rows, after the metadata was read. */
  async readRows(): Promise<Record<string, unknown>[]> {
    const file = await this.#ask('GET');
    return parquetReadObjects({ file, compressors });
  }

  /** The rows of some series: only the row groups whose statistics may have them are read. */
  async readSeries(codes: readonly string[]): Promise<Record<string, unknown>[]> {
    const metadata = await this.readMetadata();
    const rows: Record<string, unknown>[] = [];
    let rowStart = 0;
    for (const { columns, num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows);
      const { min_value, max_value } = columns[0]!.meta_data!.statistics!;
      if (codes.some((code) => code >= String(min_value) && code <= String(max_value)))
        rows.push(...(await this.#readRows(metadata, rowStart, rowEnd)));
      rowStart = rowEnd;
    }
    return rows.filter(({ series }) => codes.includes(series as string));
  }

  #readRows(metadata: FileMetaData, rowStart: number, rowEnd: number) {
    const slice = (start: number, end = this.length) =>
      this.#ask('GET', `bytes=${start}-${end - 1}`);
    const file = { byteLength: this.length, slice };
    return parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors });
  }
}
