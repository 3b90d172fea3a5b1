// The formats in which a series or a slice is answered, and the choice between them.

import { EXPORT_FORMATS } from '#exporters/export-formats';
import { chooseAccepted, parseFormat } from '#http/request/choose-format';

const JSON_FORMAT = { name: 'json', form: 'document', mediaType: 'application/json' } as const;
const COLUMNS_FORMAT = { name: 'columns', form: 'columns', mediaType: undefined } as const;
const [CSV_FORMAT, ...OTHER_FILES] = EXPORT_FORMATS;
const OFFERED = [JSON_FORMAT, CSV_FORMAT!, COLUMNS_FORMAT, ...OTHER_FILES];

interface FormatRequest {
  readonly query: { readonly format?: string };
  readonly headers: { readonly accept?: string };
}

/** Returns the format that a request asks for. */
export const chooseFormat = ({ query, headers }: FormatRequest): (typeof OFFERED)[number] =>
  parseFormat(query.format, OFFERED) ?? chooseAccepted(headers.accept, OFFERED) ?? JSON_FORMAT;
