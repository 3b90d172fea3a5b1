// The parts of an Excel workbook around its cells: its sheets, shared texts and date styles.

import { dirname, posix } from 'node:path/posix';
import { didYouMean, quoteGiven } from '#core/nearest';
import { ImportFault } from '#importers/files/import-fault';
import type { ZipMember } from '#importers/files/zip-archive';
import { readAllXml } from '#importers/tables/xlsx/read-xml';
import { type DateStyle, readDateStyles } from '#importers/tables/xlsx/xlsx-styles';

/** The most shared texts, which are in memory. A full sheet with a column of different texts has a million. */
const MAX_STRINGS = 2_000_000;
const MAX_STRING_CHARACTERS = 64 << 20;

const ROOT_RELATIONS = '_rels/.rels';

interface Relation {
  readonly type: string;
  readonly target: string;
}

export interface Workbook {
  readonly sheetName: string;
  readonly sheet: ZipMember;
  readonly is1904: boolean;
  readonly strings: readonly string[];
  /** The date styles by number of style; undefined for a style that does not show dates. */
  readonly dateStyles: readonly (DateStyle | undefined)[];
}

export async function openWorkbook(
  members: ReadonlyMap<string, ZipMember>,
  sheetName: string | undefined,
): Promise<Workbook> {
  const roots = await readRelations(members, ROOT_RELATIONS, '');
  const path = [...roots.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target;
  if (path === undefined) throw new ImportFault('this is not an Excel workbook (.xlsx)');
  const { sheets, is1904 } = await readSheets(memberOf(members, path), path);
  const folder = dirname(path);
  const relations = await readRelations(
    members,
    `${folder}/_rels/${path.slice(folder.length + 1)}.rels`,
    folder,
  );
  const sheet = chooseSheet(sheets, relations, sheetName);
  const partOf = (suffix: string): ZipMember | undefined => {
    const found = [...relations.values()].find(({ type }) => type.endsWith(suffix));
    return found && memberOf(members, found.target);
  };
  return {
    sheetName: sheet.name,
    sheet: memberOf(members, sheet.target),
    is1904,
    strings: await readStrings(partOf('/sharedStrings')),
    dateStyles: await readDateStyles(partOf('/styles')),
  };
}

function memberOf(members: ReadonlyMap<string, ZipMember>, path: string): ZipMember {
  const member = members.get(path);
  if (member) return member;
  throw new ImportFault(`the workbook has no part ${quoteGiven(path)}, though it refers to it`);
}

/** The relations by identifier. Targets are resolved to names of members. */
async function readRelations(
  members: ReadonlyMap<string, ZipMember>,
  path: string,
  folder: string,
): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  const member = members.get(path);
  if (!member) throw new ImportFault('this is not an Excel workbook (.xlsx)');
  await readAllXml(member.read(), path, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      relations.set(Id, { type: Type, target });
    },
    close() {},
    text() {},
  });
  return relations;
}

interface Sheet {
  readonly name: string;
  readonly relation: string;
}

async function readSheets(member: ZipMember, path: string) {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readAllXml(member.read(), path, {
    open(element, { name = '', id = '', date1904 }) {
      if (element === 'sheet') sheets.push({ name, relation: id });
      if (element === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true';
    },
    close() {},
    text() {},
  });
  return { sheets, is1904 };
}

function chooseSheet(
  sheets: readonly Sheet[],
  relations: ReadonlyMap<string, Relation>,
  wanted: string | undefined,
): { name: string; target: string } {
  // Sheets of charts are not worksheets.
  const worksheets = sheets.flatMap(({ name, relation }) => {
    const found = relations.get(relation);
    return found?.type.endsWith('/worksheet') ? [{ name, target: found.target }] : [];
  });
  const chosen =
    wanted === undefined
      ? worksheets[0]
      : worksheets.find(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase());
  if (chosen) return chosen;
  if (wanted === undefined) throw new ImportFault('the workbook has no sheet of cells');
  const names = worksheets.map(({ name }) => name);
  throw new ImportFault(
    `there is no sheet ${quoteGiven(wanted)}${didYouMean(wanted, names)} (the workbook has: ${names.map(quoteGiven).join(', ')})`,
  );
}

async function readStrings(member: ZipMember | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (!member) return strings;
  let text = '';
  let characters = 0;
  /** Whether the reading of a Japanese word is open, which is not part of the text. */
  let isReading = false;
  let isText = false;
  await readAllXml(member.read(), 'the shared texts', {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isReading = true;
      if (name === 't') isText = !isReading;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = false;
      if (name !== 'si') return;
      strings.push(text);
      characters += text.length;
      if (strings.length > MAX_STRINGS || characters > MAX_STRING_CHARACTERS) {
        throw new ImportFault(
          `the workbook has more than ${MAX_STRINGS} different texts, or ${MAX_STRING_CHARACTERS} characters of them: write times as dates, or the file as CSV`,
        );
      }
    },
    text(part) {
      if (isText) text += part;
    },
  });
  return strings;
}
