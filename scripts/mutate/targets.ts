// What is mutated, and which tests have to notice. Only tests that are pure and quick are asked.

export interface Target {
  readonly name: string;
  /** In words, for people. */
  readonly what: string;
  /** Patterns of the sources. */
  readonly sources: readonly string[];
  /** Patterns of the tests. */
  readonly tests: readonly string[];
  /** Tests that start processes, or that change the one they run in. */
  readonly withoutTests: readonly string[];
  /** What the tests need of the checkout. */
  readonly copied: readonly string[];
  /** What is loaded anew for every mutant: the sources, and all that imports them. */
  readonly loadedAnew: readonly string[];
  /** Runs of a property: at first, and again if a mutant survives those. The second is skipped if both are equal. */
  readonly propertyRuns: readonly [few: number, many: number];
}

const CODEC = [
  'change-codec',
  'chunk-format',
  'chunk-points',
  'decode-values',
  'encode-values',
  'unpack-integers',
];

/** What every target has to reach, in percent. */
export const LEAST_SCORE = 80;

export const TARGETS: readonly Target[] = [
  {
    name: 'codec',
    what: 'Values to bytes and back, in `src/store/codec`',
    sources: CODEC.map((name) => `src/store/codec/${name}.ts`),
    tests: ['test/store/codec/*codec*.test.ts', 'test/store/codec/chunk*.test.ts'],
    withoutTests: [],
    copied: ['package.json', 'src/core/**', 'src/store/**', 'test/core/**', 'test/store/**'],
    loadedAnew: ['src/store/', 'test/'],
    propertyRuns: [20, 300],
  },
  {
    name: 'accounts',
    what: 'Passwords, tokens, plans and throttling, in `src/accounts`',
    sources: ['src/accounts/*.ts'],
    tests: ['test/accounts/*.test.ts'],
    withoutTests: ['test/accounts/unwritable-limits.test.ts'],
    copied: [
      'package.json',
      'sql/**',
      'src/core/**',
      'src/store/**',
      'src/accounts/**',
      'test/core/**',
      'test/accounts/**',
    ],
    loadedAnew: ['src/accounts/', 'test/'],
    propertyRuns: [5, 20],
  },
  {
    name: 'core',
    what: 'Time and the rules of the interfaces, in `src/core`',
    sources: ['src/core/**/*.ts'],
    tests: ['test/core/**/*.test.ts'],
    withoutTests: ['test/core/time/under-time-zones.test.ts'],
    copied: ['package.json', 'src/core/**', 'test/core/**'],
    loadedAnew: ['src/', 'test/'],
    propertyRuns: [20, 20],
  },
];

export function findTarget(name: string): Target {
  const found = TARGETS.find((target) => target.name === name);
  if (found !== undefined) return found;
  throw new Error(`"${name}" is none of ${TARGETS.map((target) => target.name).join(', ')}`);
}
