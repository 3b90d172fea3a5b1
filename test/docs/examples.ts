// Examples in a Markdown page: fenced blocks marked `test`, each with the answer block that follows.

export interface Example {
  readonly language: string;
  readonly mark: string;
  readonly text: string;
  /** The next fenced block, if it is not itself an example: what the page says the answer is. */
  readonly shown: string | undefined;
}

const FENCE = /^```(\S+)([^\n]*)\n([\s\S]*?)\n```$/gm;

export function readExamples(page: string, marks: readonly string[] = ['test']): Example[] {
  const blocks = [...page.matchAll(FENCE)].map(([, language, mark, text]) => ({
    language: language!,
    mark: mark!.trim(),
    text: text!,
  }));
  return blocks.flatMap((block, i) => {
    if (!marks.includes(block.mark)) return [];
    const next = blocks[i + 1];
    return [{ ...block, shown: next && !marks.includes(next.mark) ? next.text : undefined }];
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
  // A count as commands print it: 1,056.
  { form: /^\d{1,3}(?:,\d{3})+(?![\w,-])/, pattern: String.raw`\d{1,3}(?:,\d{3})*` },
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
