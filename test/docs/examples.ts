// Examples in a Markdown page: fenced blocks marked `test`, each with the answer block that follows.

export interface Example {
  readonly language: string;
  readonly text: string;
  /** The next fenced block where it is not itself an example: what the page says the answer is. */
  readonly shown: string | undefined;
}

const FENCE = /^```(\S+)([^\n]*)\n([\s\S]*?)\n```$/gm;

export function readExamples(page: string): Example[] {
  const blocks = [...page.matchAll(FENCE)].map(([, language, marks, text]) => ({
    language: language!,
    isTest: marks!.trim() === 'test',
    text: text!,
  }));
  return blocks.flatMap(({ language, isTest, text }, i) => {
    if (!isTest) return [];
    const next = blocks[i + 1];
    return [{ language, text, shown: next && !next.isTest ? next.text : undefined }];
  });
}

const ESCAPED = /[.*+?^${}()|[\]\\/]/g;
const VARYING = [
  {
    form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z?/,
    pattern: String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z?`,
  },
  { form: /^…/, pattern: String.raw`[\s\S]*?` },
  { form: /^\n/, pattern: String.raw`\n?` },
  // A number stands alone: the 1 of NO1 is part of a word.
  {
    form: /^(?<![A-Za-z])-?\d+(?:\.\d+)?(?![A-Za-z-])/,
    pattern: String.raw`-?\d+(?:\.\d+)?(?:e-?\d+)?`,
  },
] as const;

/** The shown answer as a pattern: `…` is anything, numbers and times are any, the rest is literal. */
export function patternOf(shown: string): RegExp {
  let pattern = '';
  let at = 0;
  while (at < shown.length) {
    const rest = shown.slice(at);
    const isInWord = at > 0 && /[A-Za-z0-9]/.test(shown[at - 1]!);
    const varying = VARYING.find(
      ({ form }) => form.test(rest) && !(isInWord && /^[-\d]/.test(rest)),
    );
    const taken = varying ? varying.form.exec(rest)![0].length : 1;
    pattern += varying ? varying.pattern : rest[0]!.replace(ESCAPED, '\\$&');
    at += taken;
  }
  return new RegExp(`^${pattern}$`);
}
