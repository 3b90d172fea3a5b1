// A JSON array of any length, written page by page as the store gives it.

/** The array of what `describe` makes of each item. */
export async function* writeList<T>(
  pages: AsyncIterable<readonly T[]>,
  describe: (item: T) => unknown,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    const text = page.map((item) => JSON.stringify(describe(item))).join(',');
    yield Buffer.from(`${isFirst ? '[' : ','}${text}`);
    isFirst = false;
  }
  yield Buffer.from(isFirst ? '[]' : ']');
}
