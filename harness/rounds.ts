// How often a test tries what it tries with random examples.

/**
 * A quarter of the examples, because the gate must be quick and every run draws new ones. `EXAMPLES=all`, which
 * `npm run test:long` sets, tries all of them.
 */
export const rounds = (count: number): number =>
  process.env.EXAMPLES === 'all' ? count : Math.ceil(count / 4);
