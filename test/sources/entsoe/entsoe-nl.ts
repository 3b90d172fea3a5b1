// Prices of the Netherlands on one day, and the message of a refusal.

import assert from 'node:assert/strict';
import { ImportFault } from '#importers/files/import-fault';
import { SourceFault, type SourceRequest } from '#sources/source';
import { parseText, priceFields } from './entsoe-documents.ts';

export const NL = '10YNL----------L';
export const DAY = { start: '2024-09-01T22:00Z', end: '2024-09-02T22:00Z' };
export const nl = (
  curve: string,
  points: Record<number, number | string>,
  resolution = 'PT60M',
) => ({
  curve,
  fields: priceFields(NL),
  periods: [{ ...DAY, resolution, points }],
});

export const refusal = async (text: string, request?: SourceRequest): Promise<string> => {
  const error: unknown = await parseText(text, request).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ImportFault || error instanceof SourceFault, String(error));
  return error.message;
};
