// Series that an operator defines or changes. A new series needs description, unit and resolution; fields
// of an existing one that are left out stay as they are.

import { refuseField } from '#core/errors';
import { AREAS, findArea } from '#core/market/areas';
import { didYouMean, quoteGiven } from '#core/nearest';
import { findResolution, RESOLUTIONS, type ResolutionName } from '#core/time/resolution';
import type { SeriesDefinition, SeriesRecord } from '#store/series-record';
import type { SeriesWriter } from '#store/series-store';

const MAX_DESCRIPTION = 500;
const MAX_UNIT = 40;
const CATEGORY = /^[a-z][a-z0-9_.-]{0,63}$/;

/** The fields of a series as the body gives them; null removes an area or a category. */
export interface SeriesDraft {
  readonly description?: string;
  readonly unit?: string;
  readonly resolution?: string;
  readonly area?: string | null;
  readonly category?: string | null;
}

export interface DefinedSeries {
  readonly outcome: 'added' | 'changed' | 'same';
  readonly series: SeriesRecord;
}

/** Adds or changes a series in a transaction. */
export async function defineSeries(
  writer: SeriesWriter,
  code: string,
  draft: SeriesDraft,
): Promise<DefinedSeries> {
  const existing = await writer.findSeries(code);
  const series = await writer.defineSeries(readDraft(code, draft, existing));
  const outcome = !existing ? 'added' : existing.version === series.version ? 'same' : 'changed';
  return { outcome, series };
}

function readDraft(
  code: string,
  draft: SeriesDraft,
  existing: SeriesRecord | undefined,
): SeriesDefinition {
  const need = <T>(field: keyof SeriesDraft, value: T | undefined): T => {
    if (value !== undefined) return value;
    throw refuseField('field_missing', field, `a new series needs a ${field}`);
  };
  const { description, unit, resolution, area, category } = draft;
  return {
    code,
    description: readName(
      need('description', description ?? existing?.description),
      'description',
      1,
      MAX_DESCRIPTION,
    ),
    unit: readName(need('unit', unit ?? existing?.unit), 'unit', 0, MAX_UNIT),
    resolution: readResolution(need('resolution', resolution ?? existing?.resolution), existing),
    area: area === undefined ? (existing?.area ?? null) : readArea(area),
    category: category === undefined ? (existing?.category ?? null) : readCategory(category),
  };
}

/** Reads a text for people, on one line. */
export function readName(given: string, field: string, min: number, max: number): string {
  const text = given.trim();
  if (text.length < min) throw refuseField('field_invalid', field, 'must not be empty');
  if (text.length > max) {
    throw refuseField('field_invalid', field, `is longer than ${max} characters`);
  }
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) {
    throw refuseField('field_invalid', field, 'holds a control character or half a character');
  }
  return text;
}

function readResolution(given: string, existing: SeriesRecord | undefined): ResolutionName {
  const found = findResolution(given);
  const names = RESOLUTIONS.map(({ name }) => name);
  if (!found) {
    const message = `${quoteGiven(given)} is not a resolution${didYouMean(given, names)}`;
    throw refuseField('resolution_unknown', 'resolution', message, names);
  }
  if (!existing || existing.resolution === found.name) return found.name;
  const message = `${existing.code} has the resolution ${existing.resolution}, which cannot become ${found.name}`;
  throw refuseField('field_invalid', 'resolution', message, [existing.resolution]);
}

function readArea(given: string | null): string | null {
  if (given === null || given.trim() === '') return null;
  const area = findArea(given);
  if (area) return area.code;
  const codes = AREAS.map(({ code }) => code);
  const message = `${quoteGiven(given)} is not an area${didYouMean(given, codes)}`;
  throw refuseField('field_invalid', 'area', message, codes);
}

function readCategory(given: string | null): string | null {
  const category = (given ?? '').trim().toLowerCase();
  if (category === '') return null;
  if (CATEGORY.test(category)) return category;
  const rule = 'a letter, then up to 63 letters, digits, "_", "." or "-"';
  throw refuseField('field_invalid', 'category', `${quoteGiven(given!)} is not a category`, [rule]);
}
