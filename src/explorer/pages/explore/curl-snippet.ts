// The request behind the page as a curl command, which the page shows first. Text from the address is quoted. Pure.

import { shellQuote } from '#explorer/parts/snippets/quote-text.ts';

export interface SnippetRequest {
  /** `https://host:port`, without a slash at the end. */
  readonly origin: string;
  readonly seriesId: string;
  /** A moment as typed; empty if left out. */
  readonly from: string;
  readonly to: string;
  readonly resolution: string;
  /** Whether periods that are not complete are left out. */
  readonly complete?: boolean | undefined;
  readonly aggregation?: string | undefined;
  readonly currency?: string | undefined;
  /** The time whose knowledge is asked for, as typed. */
  readonly asOf?: string | undefined;
}

export function writeCurl(request: SnippetRequest): string {
  const lines = [
    `curl -sS --get ${shellQuote(request.origin + pathOf(request))}`,
    ...parametersOf(request).map(
      ([name, text]) => `--data-urlencode ${shellQuote(`${name}=${text}`)}`,
    ),
    `--data-urlencode 'format=csv'`,
    `-H "Authorization: Bearer $TOKEN"`,
  ];
  return lines.join(' \\\n  ');
}

export const pathOf = ({ seriesId }: SnippetRequest): string =>
  `/api/v1/series/${encodeURIComponent(plain(seriesId)).replaceAll("'", '%27')}`;

/** The parameters that differ from the defaults. */
export function parametersOf(request: SnippetRequest): (readonly [string, string])[] {
  const { from, to, resolution, complete, aggregation, currency, asOf } = request;
  const all = [
    ['from', plain(from)],
    ['to', plain(to)],
    ['resolution', resolution === 'native' ? '' : plain(resolution)],
    ['aggregation', plain(aggregation ?? '')],
    ['currency', plain(currency ?? '')],
    ['complete', complete ? 'true' : ''],
    ['asOf', plain(asOf ?? '')],
  ] as const;
  return all.filter(([, text]) => text !== '');
}

/** Removes control characters: no identifier or moment needs them, and a terminal obeys them. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, '').trim();
