// How often a test tries what it tries with random examples.

/** Whether `npm run test:long` or a row of the torture runs the tests. */
export const isLong = process.env.EXAMPLES === 'all';

/**
 * A tenth of the examples or another part, because the gate must be quick and every run draws new ones.
 * `EXAMPLES=all`, which `npm run test:long` sets, tries all of them.
 */
export const rounds = (count: number, part = 10): number =>
  isLong ? count : Math.ceil(count / part);

/** The first cases, if one shows what all of them do; `npm run test:long` tries every case. */
export const firstCases = <T>(cases: readonly T[], count = 1): readonly T[] =>
  isLong ? cases : cases.slice(0, count);

/** Why a test is left out that only `npm run test:long` has the time for; false if it is not. */
export const skipUnlessLong = (): string | false =>
  isLong ? false : 'it takes long: npm run test:long';
