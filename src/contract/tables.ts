// Wire shapes of tables in Parquet that are read in place.

import { type Static, Type } from '#contract/schema';

export const TableParams = Type.Object({
  table: Type.String({ description: 'values, runs, series or history', examples: ['values'] }),
  pattern: Type.String({
    description: 'Identifiers; * (or %2A) stands for any run of characters',
    examples: ['dehrprice'],
  }),
  file: Type.String({
    description: 'A year of market time, or all, and .parquet',
    examples: ['2024.parquet'],
  }),
});
export type TableParams = Static<typeof TableParams>;

const Column = Type.Object({
  name: Type.String({ examples: ['time'] }),
  type: Type.String({ description: 'text, time (UTC) or number', examples: ['time'] }),
  meaning: Type.String({ examples: ['start of the interval'] }),
});

export const TablesAnswer = Type.Object({
  tables: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['values'] }),
      path: Type.String({ examples: ['/api/v1/tables/values/{pattern}/{year}.parquet'] }),
      meaning: Type.String({ examples: ['Observed values, a row each; gaps have none.'] }),
      year: Type.String({ description: 'What the year is about', examples: ['of the interval'] }),
      columns: Type.Array(Column),
    }),
  ),
  series: Type.Integer({ description: 'Series that the plan includes', examples: [295] }),
  years: Type.Union([
    Type.Object({
      first: Type.Integer({ examples: [2016] }),
      last: Type.Integer({ examples: [2025] }),
    }),
    Type.Null(),
  ]),
  mostPoints: Type.Integer({ description: 'The most points of a file', examples: [20_000_000] }),
  examples: Type.Object({
    duckdb: Type.String(),
    pyarrow: Type.String(),
    polars: Type.String(),
  }),
});
export type TablesAnswer = Static<typeof TablesAnswer>;
