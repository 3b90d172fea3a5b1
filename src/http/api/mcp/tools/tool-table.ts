// Every tool, in the order in which they are listed.

import { ACCURACY } from '#http/api/mcp/tools/accuracy';
import { COMPARE_SERIES } from '#http/api/mcp/tools/compare-series';
import { DESCRIBE_SERIES, FIND_SERIES } from '#http/api/mcp/tools/find-series';
import { READ_FORECAST } from '#http/api/mcp/tools/read-forecast';
import { READ_SERIES } from '#http/api/mcp/tools/read-series';
import { RESOLVE_DATES } from '#http/api/mcp/tools/resolve-dates';
import type { Tool } from '#http/api/mcp/tools/tool';
import { WHAT_CHANGED } from '#http/api/mcp/tools/what-changed';

export const TOOLS: readonly Tool[] = [
  FIND_SERIES,
  DESCRIBE_SERIES,
  READ_SERIES,
  COMPARE_SERIES,
  READ_FORECAST,
  ACCURACY,
  WHAT_CHANGED,
  RESOLVE_DATES,
];

/** All of them read and none writes. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The tools as tools/list has them. */
export const LISTED_TOOLS: readonly object[] = TOOLS.map(
  ({ name, title, description, inputSchema, outputSchema }) => ({
    ...{ name, title, description, inputSchema, outputSchema },
    annotations: { title, ...ANNOTATIONS },
  }),
);

export const INSTRUCTIONS =
  'Energy time series: prices, load, wind, solar, hydro and every forecast run of them. Everything is read-only and limited to the caller’s plan. Begin with find_series if the identifier is not known, and with resolve_dates if it matters which day it is. Spans take keywords (today-7, month-1) or dates, both ends included, in market time. Values in the future are forecasts: lastObserved says from when on. asOf answers with what was known at an earlier time. A refused call says which argument is wrong and what is allowed.';
