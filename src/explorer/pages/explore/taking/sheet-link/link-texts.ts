// What is pasted into a spreadsheet to read a link. Pure.

import { powerQuote } from '#explorer/parts/snippets/quote-text.ts';

export type LinkTarget = 'excel' | 'sheets' | 'power-query';

export interface LinkAddress {
  /** `https://host:port`, without a slash at the end. */
  readonly origin: string;
  /** The path with the secret: `/l/gtl_…`. */
  readonly link: string;
  /** The decimal sign that the reader's spreadsheet expects. */
  readonly sign: string;
}

/** The text for a target: an address, a formula or a query. */
export const linkText = (target: LinkTarget, address: LinkAddress): string =>
  WRITERS[target](address);

const WRITERS: Readonly<Record<LinkTarget, (address: LinkAddress) => string>> = {
  // A workbook has real dates and numbers, whatever the language of Excel.
  excel: ({ origin, link }) => `${origin}${link}?format=xlsx`,
  sheets: ({ origin, link, sign }) =>
    `=IMPORTDATA("${origin}${link}${sign === ',' ? '?decimal=comma' : ''}")`,
  'power-query': writeQuery,
};

function writeQuery({ origin, link }: LinkAddress): string {
  return `let
  Answer = Web.Contents(${powerQuote(origin)}, [RelativePath = ${powerQuote(link.slice(1))}]),
  Rows = Table.PromoteHeaders(Csv.Document(Answer, [Delimiter = ",", Encoding = 65001])),
  Typed = Table.TransformColumnTypes(
    Rows, {{"time", type datetime}, {"value", type number}}, "en-US")
in
  Typed`;
}
