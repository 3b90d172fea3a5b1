// The words that people type for areas and quantities: English, German, French, Norwegian. All are folded:
// lower-case, without accents. A name of two words has a hyphen here and may be typed with a blank.

import { AREAS } from '#core/market/areas';

export interface WordGroup {
  /** The beginnings of area codes that the words stand for; empty for a quantity. */
  readonly areas: readonly string[];
  /** What is looked for in the text of a series. */
  readonly texts: readonly string[];
}

/** Beginnings of area codes; what English descriptions say; then what else people type. */
const AREA_WORDS: readonly (readonly [areas: string, texts: string, words: string])[] = [
  [
    'DE',
    'germany german',
    'deutschland deutsch deutsche deutscher deutsches allemagne allemand allemande tyskland tysk tyske',
  ],
  [
    'AT',
    'austria austrian',
    'osterreich oesterreich osterreichisch osterreichische autriche autrichien autrichienne osterrike osterriksk',
  ],
  ['CH', 'switzerland swiss', 'schweiz schweizer schweizerisch suisse sveits sveitsisk'],
  [
    'FR',
    'france french',
    'frankreich franzosisch franzosische francais francaise frankrike fransk franske',
  ],
  [
    'ES',
    'spain spanish',
    'spanien spanisch spanische espagne espagnol espagnole spania spansk spanske espana',
  ],
  ['PT', 'portugal portuguese', 'portugiesisch portugiesische portugais portugaise portugisisk'],
  ['IT', 'italy italian', 'italien italienisch italienische italienne italia italiensk italienske'],
  [
    'UK GB',
    'united-kingdom great-britain britain british',
    'england english grossbritannien britisch britische vereinigtes-konigreich grande-bretagne britannique angleterre royaume-uni storbritannia britisk britiske',
  ],
  [
    'PL',
    'poland polish',
    'polen polnisch polnische pologne polonais polonaise polsk polske polska',
  ],
  [
    'CZ',
    'czechia czech',
    'czech-republic tschechien tschechisch tschechische tchequie tcheque tsjekkia tsjekkisk',
  ],
  [
    'NL',
    'netherlands dutch',
    'holland niederlande niederlandisch niederlandische hollandisch pays-bas neerlandais neerlandaise nederland nederlandsk',
  ],
  ['BE', 'belgium belgian', 'belgien belgisch belgische belgique belge belgia belgisk'],
  [
    'SK',
    'slovakia slovak',
    'slovakian slowakei slowakisch slowakische slovaquie slovaque slovakisk',
  ],
  ['SI', 'slovenia slovenian', 'slovene slowenien slowenisch slowenische slovenie slovensk'],
  [
    'RO',
    'romania romanian',
    'rumanien rumaenien rumanisch rumanische roumanie roumain roumaine rumensk',
  ],
  ['HU', 'hungary hungarian', 'ungarn ungarisch ungarische hongrie hongrois hongroise ungarsk'],
  ['HR', 'croatia croatian', 'kroatien kroatisch kroatische croatie croate kroatia kroatisk'],
  [
    'FI',
    'finland finnish',
    'finnisch finnische finlande finlandais finlandaise finsk finske suomi',
  ],
  [
    'NC',
    'nordic',
    'nordics nordic-countries nordisch nordische skandinavien scandinavia nordique nordiques norden nordisk nordiske',
  ],
  [
    'SE',
    'sweden swedish',
    'schweden schwedisch schwedische suede suedois suedoise sverige svensk svenske',
  ],
  [
    'NO',
    'norway norwegian',
    'norwegen norwegisch norwegische norvege norvegien norvegienne norge norsk norske noreg',
  ],
  ['EE', 'estonia estonian', 'estland estnisch estnische estonie estonien estonienne estisk'],
  ['LV', 'latvia latvian', 'lettland lettisch lettische lettonie letton lettone latvisk'],
  [
    'LT',
    'lithuania lithuanian',
    'litauen litauisch litauische lituanie lituanien lituanienne litauisk',
  ],
  ['RU', 'russia russian', 'russland russisch russische russie russe russisk'],
  [
    'DK',
    'denmark danish',
    'danemark daenemark danisch danische danois danoise danmark dansk danske',
  ],
];

const QUANTITY_WORDS: readonly (readonly [texts: string, words: string])[] = [
  [
    'price spot',
    'prices day-ahead dayahead preis preise strompreis spotpreis spotprice prix pris priser kraftpris strompris spotpris',
  ],
  [
    'consumption load demand',
    'cons verbrauch stromverbrauch last nachfrage consommation charge demande forbruk ettersporsel',
  ],
  ['wind', 'windpower windkraft windenergie vent eolien eolienne vind vindkraft'],
  [
    'solar photovoltaic',
    'sun solarpower photovoltaics sonne solarenergie fotovoltaik photovoltaik solaire photovoltaique sol solkraft',
  ],
  ['hydro water', 'hydropower wasser wasserkraft hydraulique hydroelectrique vann vannkraft'],
  ['reservoir', 'reservoirs storage speicher speicherstand magasin magasinfylling fyllingsgrad'],
  ['production generation', 'erzeugung produktion stromerzeugung produksjon'],
  ['temperature', 'temp temperatur temperaturen temperatures'],
  ['forecast', 'forecasts prognose prognosen prevision previsions prognoser'],
  ['exchange-rate fx', 'currency wechselkurs wahrung taux-de-change devise valutakurs valuta'],
  ['nuclear', 'kernkraft kernenergie atomkraft nucleaire kjernekraft'],
  ['gas', 'erdgas gaz naturgass gass'],
  ['coal', 'kohle steinkohle charbon kull'],
];

const listOf = (text: string): string[] => text.split(' ');

/** A text of two words is looked for as it is written: with a blank. */
const textsOf = (text: string): string[] => listOf(text).map((one) => one.replaceAll('-', ' '));

function groupsByWord(): Map<string, WordGroup> {
  const groups = new Map<string, WordGroup>();
  for (const [areas, texts, words] of AREA_WORDS) {
    const group = { areas: listOf(areas), texts: textsOf(texts) };
    for (const word of [...listOf(texts), ...listOf(words)]) groups.set(word, group);
  }
  for (const [texts, words] of QUANTITY_WORDS) {
    const group = { areas: [], texts: textsOf(texts) };
    for (const word of [...listOf(texts), ...listOf(words)]) groups.set(word, group);
  }
  return groups;
}

/** What each known word stands for. */
export const WORD_GROUPS: ReadonlyMap<string, WordGroup> = groupsByWord();

/** Area codes, and the two letters that several begin with (`no`, `se`, `dk`); lower-case. */
export const AREA_CODES: ReadonlySet<string> = new Set(
  AREAS.flatMap(({ code }) => [code.toLowerCase(), code.slice(0, 2).toLowerCase()]),
);
