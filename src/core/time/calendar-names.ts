// Names of months and weekdays in English, German, French and Norwegian, as people write them in dates.

/** The months' names without accents. A name may be cut to three letters or more if that leaves one month. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januar', 'janvier'],
  ['february', 'februar', 'fevrier'],
  ['march', 'marz', 'maerz', 'mars'],
  ['april', 'avril'],
  ['may', 'mai'],
  ['june', 'juni', 'juin'],
  ['july', 'juli', 'juillet'],
  ['august', 'aout'],
  ['september', 'septembre'],
  ['october', 'oktober', 'octobre'],
  ['november', 'novembre'],
  ['december', 'dezember', 'decembre', 'desember'],
];

/** The weekdays' names from Monday on; the German ones also with two letters. */
const WEEKDAYS: readonly (readonly string[])[] = [
  ['monday', 'montag', 'lundi', 'mandag', 'mo'],
  ['tuesday', 'dienstag', 'mardi', 'tirsdag', 'di'],
  ['wednesday', 'mittwoch', 'mercredi', 'onsdag', 'mi'],
  ['thursday', 'donnerstag', 'jeudi', 'torsdag', 'do'],
  ['friday', 'freitag', 'vendredi', 'fredag', 'fr'],
  ['saturday', 'samstag', 'samedi', 'lordag', 'sa'],
  ['sunday', 'sonntag', 'dimanche', 'sondag', 'so'],
];

const SHORTEST = 3;

/** The letters of a lower-case word without accents: `août` is `aout`, `lørdag` is `lordag`. */
const withoutAccents = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ø', 'o');

function findName(table: readonly (readonly string[])[], given: string): number | undefined {
  const word = withoutAccents(given);
  const isMeant = (name: string): boolean =>
    name === word || (word.length >= SHORTEST && name.startsWith(word));
  const found = table.flatMap((names, at) => (names.some(isMeant) ? [at] : []));
  return found.length === 1 ? found[0] : undefined;
}

/** The month (1–12) of a lower-case name or its beginning; undefined if it is none, or several. */
export function monthNamed(word: string): number | undefined {
  const at = findName(MONTHS, word);
  return at === undefined ? undefined : at + 1;
}

/** The weekday (0 is Monday) of a lower-case name or its beginning. */
export const weekdayNamed = (word: string): number | undefined => findName(WEEKDAYS, word);

/** The English name of a weekday: `Monday`. */
export function weekdayName(weekday: number): string {
  const name = WEEKDAYS[weekday]![0]!;
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}
