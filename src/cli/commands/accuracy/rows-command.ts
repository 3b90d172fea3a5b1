// The rows of a figure on the command line: the link that the interface gives, as a command.

const OPTIONS: Readonly<Record<string, string>> = {
  daysAhead: 'days-ahead',
  issuedBefore: 'issued-before',
  source: 'source',
  quantile: 'quantile',
  from: 'from',
  to: 'to',
  asOf: 'as-of',
};

/** The command that prints what `/api/v1/forecasts/…/sliced?…` answers; undefined for any other link. */
export function rowsCommand(link: string | null): string | undefined {
  const [, series, query] = /^\/api\/v1\/forecasts\/([^/]+)\/sliced[?](.*)$/.exec(link ?? '') ?? [];
  if (series === undefined) return undefined;
  const options = [...new URLSearchParams(query)].flatMap(([field, value]) => {
    const option = OPTIONS[field];
    return option === undefined ? [] : [`--${option}`, shellWord(value)];
  });
  return ['gridtide slice', series, ...options, '--bands --actual --csv'].join(' ');
}

/** Quotes what a shell would not read as one plain word. */
const shellWord = (text: string): string =>
  /^[\w:.,@/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
