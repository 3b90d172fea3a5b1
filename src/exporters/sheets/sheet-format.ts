// Tables as spreadsheets want them: times of the market's clock, the reader's decimal sign. All of a format can be
// sent to a thread.

export type SheetFormatName = 'csv' | 'xlsx' | 'html';

export interface SheetOptions {
  /** The name of the zone of the times. */
  readonly zone: string;
  readonly decimal: '.' | ',';
  readonly separator: ',' | ';' | '\t';
  /** Whether each forecast value has the time of its run. */
  readonly hasRuns: boolean;
}

export interface SheetFormat {
  readonly name: SheetFormatName;
  /** The endings of file names without the dot. */
  readonly extensions: readonly [string];
  readonly mediaType: string;
  readonly isText: boolean;
  readonly sheet: SheetOptions;
}

const MEDIA_TYPES: Readonly<Record<SheetFormatName, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html; charset=utf-8',
};

export const sheetFormat = (name: SheetFormatName, sheet: SheetOptions): SheetFormat => ({
  name,
  extensions: [name],
  mediaType: MEDIA_TYPES[name],
  isText: name !== 'xlsx',
  sheet,
});
