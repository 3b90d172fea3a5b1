import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readDefinitions } from '#importers/read-definitions';
import { openMarket, piecesOf } from './open-market.ts';

const HEADER = 'code,description,unit,resolution,area,category\n';

suite('series definitions', () => {
  test('definitions are read in any order of columns, with area and category if given', async (t) => {
    const store = await openMarket(t);
    const text = `Resolution;CODE;description;unit;area;category\nHour;SE1HrPrice;"Price, Luleå";EUR/MWh;se1;HrPrice\nday;xxgas;Gas;;;\n`;
    assert.deepEqual(await readDefinitions(piecesOf(text, 7), store), [
      {
        code: 'se1hrprice',
        description: 'Price, Luleå',
        unit: 'EUR/MWh',
        resolution: 'hour',
        area: 'SE1',
        category: 'hrprice',
      },
      {
        code: 'xxgas',
        description: 'Gas',
        unit: '',
        resolution: 'day',
        area: null,
        category: null,
      },
    ]);
  });

  test('definitions need no area and category', async (t) => {
    const store = await openMarket(t);
    const text = 'code,description,unit,resolution\nxxgas,Gas,MWh,day\n';
    assert.equal((await readDefinitions(piecesOf(text), store))[0]!.area, null);
  });

  test('a definition may change a known series but not its resolution', async (t) => {
    const store = await openMarket(t);
    const line = (resolution: string) => `${HEADER}dehrprice,Changed,EUR,${resolution},,\n`;
    assert.equal((await readDefinitions(piecesOf(line('hour')), store)).length, 1);
    await assert.rejects(readDefinitions(piecesOf(line('day')), store), {
      message:
        'line 2: column "resolution": dehrprice exists with the resolution hour, which cannot become day',
    });
  });

  for (const [name, text, fault] of [
    ['an empty file', '', 'the file is empty'],
    [
      'a missing column',
      'code,unit\n',
      'line 1: the header must be code,description,unit,resolution[,area,category]: description, resolution are missing',
    ],
    [
      'a misspelt column',
      `${HEADER.trim()},regoin\n`,
      'line 1: the header must be code,description,unit,resolution[,area,category]: "regoin" is not known',
    ],
    [
      'a column twice',
      'code,description,unit,resolution,unit\n',
      'line 1: the header must be code,description,unit,resolution[,area,category]: "unit" is given twice',
    ],
    ['a short row', `${HEADER}a1,x\n`, 'line 2: 2 fields, but the header has 6'],
    [
      'a bad code',
      `${HEADER}1a,x,MWh,hour,,\n`,
      'line 2: column "code": "1a" is not a series code: 2 to 64 characters: a letter, then letters, digits, "_", "." or "-" (case does not matter)',
    ],
    [
      'a code twice',
      `${HEADER}ab,x,MWh,hour,,\nAB,x,MWh,hour,,\n`,
      'line 3: column "code": ab is on line 2 already',
    ],
    ['no description', `${HEADER}ab,,MWh,hour,,\n`, 'line 2: column "description": is missing'],
    [
      'a long unit',
      `${HEADER}ab,x,${'u'.repeat(41)},hour,,\n`,
      'line 2: column "unit": is longer than 40 characters',
    ],
    [
      'a control character',
      `${HEADER}ab,x\u0007y,MWh,hour,,\n`,
      'line 2: column "description": "x\\u0007y" holds a control character',
    ],
    [
      'a description that a spreadsheet would run',
      `${HEADER}ab,"=HYPERLINK(""x"")",MWh,hour,,\n`,
      'line 2: column "description": "=HYPERLINK(\\"x\\")" looks like a formula, and formulas are not read: write the value',
    ],
    [
      'a unit that a spreadsheet would run',
      `${HEADER}ab,x,@SUM(A1),hour,,\n`,
      'line 2: column "unit": "@SUM(A1)" looks like a formula, and formulas are not read: write the value',
    ],
    [
      'a misspelt resolution',
      `${HEADER}ab,x,MWh,hourr,,\n`,
      'line 2: column "resolution": "hourr" is not a resolution (did you mean hour?) (allowed: quarterhour, halfhour, hour, day, week, month, quarter, year)',
    ],
    [
      'a bad category',
      `${HEADER}ab,x,MWh,hour,,hr price\n`,
      'line 2: column "category": "hr price" is not a category: a letter, then up to 63 letters, digits, "_", "." or "-"',
    ],
  ] as const) {
    test(`a file of definitions with ${name} is refused`, async (t) => {
      const store = await openMarket(t);
      await assert.rejects(readDefinitions(piecesOf(text), store), {
        name: 'ImportFault',
        message: fault,
      });
    });
  }

  test('an unknown area is refused with the known ones', async (t) => {
    const store = await openMarket(t);
    const text = `${HEADER}ab,x,MWh,hour,XX,\n`;
    await assert.rejects(
      readDefinitions(piecesOf(text), store),
      /line 2: column "area": "XX" is not an area \(allowed: DE, AT, /,
    );
  });

  test('a definition that is not UTF-8 is refused', async (t) => {
    const store = await openMarket(t);
    async function* latin1() {
      yield Buffer.from(`${HEADER}ab,Luleå,MWh,hour,,\n`, 'latin1');
    }
    await assert.rejects(
      readDefinitions(latin1(), store),
      /line 2: column "description": "Lule\ufffd" is not UTF-8/,
    );
  });
});
