// OIDC_MAP: which groups of the provider give which plan and role. The first row that fits decides.

import { checkRole, type UserRole } from '#accounts/users';
import { didYouMean } from '#core/nearest';

/** What a sign-in gives: the plan and the role. */
export interface Rights extends UserRole {
  readonly planName: string;
}

/** The rights of a group's members. */
export interface GroupRow extends Rights {
  readonly group: string;
}

const FIELDS = ['group', 'plan', 'role', 'series'];
const MOST_ROWS = 1_000;
const EXAMPLE = '[{"group":"gt-traders","plan":"nordic"}]';

/** Reads OIDC_MAP, or refuses it with a sentence. */
export function readGroupMap(text: string): GroupRow[] {
  const rows = parseList(text);
  if (rows.length === 0 || rows.length > MOST_ROWS) {
    throw new Error(`OIDC_MAP has 1 to ${MOST_ROWS} rows such as ${EXAMPLE}, not ${rows.length}`);
  }
  return rows.map((row, i) => readRow(row, `OIDC_MAP: row ${i + 1}`));
}

function parseList(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // Refused below.
  }
  throw new Error(`OIDC_MAP must be a JSON list of rows such as ${EXAMPLE}`);
}

function readRow(row: unknown, place: string): GroupRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new Error(`${place} is not an object such as {"group":"gt-traders","plan":"nordic"}`);
  }
  const odd = Object.keys(row).find((name) => !FIELDS.includes(name));
  if (odd !== undefined) {
    const near = didYouMean(odd, FIELDS);
    throw new Error(`${place} has the field "${odd}"${near}; allowed are ${FIELDS.join(', ')}`);
  }
  const { group, plan, role = 'reader', series } = row as Record<string, unknown>;
  for (const [name, value] of Object.entries({ group, plan })) {
    if (typeof value !== 'string' || value === '') {
      throw new Error(`${place} needs ${name}, a text that is not empty`);
    }
  }
  return { group: group as string, planName: plan as string, ...readRights(role, series, place) };
}

/** Reads a role, with the patterns of the series that a writer may write. */
function readRights(role: unknown, series: unknown, place: string): UserRole {
  const isList = Array.isArray(series) && series.every((each) => typeof each === 'string');
  if (typeof role !== 'string') throw new Error(`${place}: role must be a text`);
  if (series !== undefined && !isList) {
    throw new Error(`${place}: series must be a list of patterns such as ["de*"]`);
  }
  try {
    return checkRole(role, series as string[] | undefined, 'series');
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}`);
  }
}

/** The rights of a user in these groups; undefined if no row names one of them. */
export const findRights = (
  rows: readonly GroupRow[],
  groups: readonly string[],
): Rights | undefined => rows.find(({ group }) => groups.includes(group));
