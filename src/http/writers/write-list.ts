// A JSON array of any length, written page by page as the store gives it.

/** Writes what `describe` makes of each item. */
export const writeList = <T>(
  pages: AsyncIterable<readonly T[]>,
  describe: (item: T) => unknown,
): AsyncGenerator<Buffer> => writeTexts(pages, (item) => JSON.stringify(describe(item)));

/** The same for items that `write` turns into JSON itself. */
export async function* writeTexts<T>(
  pages: AsyncIterable<readonly T[]>,
  write: (item: T) => string,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const page of pages) {
    let text = '';
    for (const item of page) {
      text += isFirst ? '[' : ',';
      text += write(item);
      isFirst = false;
    }
    if (text !== '') yield Buffer.from(text);
  }
  yield Buffer.from(isFirst ? '[]' : ']');
}
