// The library that decodes Parquet pages.

/** Loads the modules that are needed, with the first Parquet file. */
export async function loadParquet() {
  const [constants, datapage, delta, encoding, metadata, plain, thrift] = await Promise.all([
    import('hyparquet/src/constants.js'),
    import('hyparquet/src/datapage.js'),
    import('hyparquet/src/delta.js'),
    import('hyparquet/src/encoding.js'),
    import('hyparquet/src/metadata.js'),
    import('hyparquet/src/plain.js'),
    import('hyparquet/src/thrift.js'),
  ]);
  return { ...constants, ...datapage, ...delta, ...encoding, ...metadata, ...plain, ...thrift };
}

export type Parquet = Awaited<ReturnType<typeof loadParquet>>;
