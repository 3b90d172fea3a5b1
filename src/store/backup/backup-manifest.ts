// The manifest that describes a backup. It is made before the parts are packed and read before they are
// unpacked.

import { createHash } from 'node:crypto';
import { StoreFilesFault } from '#store/engines/sqlite/store-files';

export const FORMAT = 'gridtide-backup';
export const FORMAT_VERSION = 1;

export const PART_NAMES = ['series.db', 'accounts.db'] as const;
export type PartName = (typeof PART_NAMES)[number];

export interface BackupPart {
  readonly name: PartName;
  readonly sizeBytes: number;
  /** The checksum in hexadecimal digits. */
  readonly sha256: string;
  /** The migrations that were applied to it: `001-series`. */
  readonly schema: readonly string[];
}

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly formatVersion: number;
  /** The version of the Gridtide that made the backup. */
  readonly productVersion: string;
  /** The moment that the backup shows, as ISO 8601 in UTC. */
  readonly madeAt: string;
  /** The market's IANA name; null if the store has not been used with one yet. */
  readonly marketZone: string | null;
  readonly parts: readonly BackupPart[];
}

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

export const encodeManifest = (manifest: Manifest): Buffer =>
  Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);

const isText = (value: unknown): value is string => typeof value === 'string';

function isPart(value: unknown, at: number): value is BackupPart {
  const { name, sizeBytes, sha256, schema } = Object(value) as Record<string, unknown>;
  return (
    name === PART_NAMES[at] &&
    Number.isSafeInteger(sizeBytes) &&
    (sizeBytes as number) > 0 &&
    isText(sha256) &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    Array.isArray(schema) &&
    schema.every(isText)
  );
}

/** Decodes a manifest whose checksum is right, so that a fault here was made by its writer. */
export function decodeManifest(bytes: Uint8Array): Manifest {
  let value: Record<string, unknown>;
  try {
    value = Object(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    throw new StoreFilesFault('its manifest is not JSON');
  }
  const { format, formatVersion, productVersion, madeAt, marketZone, parts } = value;
  if (format !== FORMAT) throw new StoreFilesFault('its manifest is not one of a Gridtide backup');
  if (formatVersion !== FORMAT_VERSION) {
    throw new StoreFilesFault(
      `it has format ${formatVersion} of a newer Gridtide (${productVersion}); this one reads format ${FORMAT_VERSION}`,
    );
  }
  const isWhole =
    isText(productVersion) &&
    isText(madeAt) &&
    Number.isFinite(Date.parse(madeAt)) &&
    (marketZone === null || isText(marketZone)) &&
    Array.isArray(parts) &&
    parts.length === PART_NAMES.length &&
    parts.every(isPart);
  if (!isWhole)
    throw new StoreFilesFault('its manifest lacks something or has what makes no sense');
  return value as unknown as Manifest;
}
