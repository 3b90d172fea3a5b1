// The package's entry `gridtide/client`: the client, its errors, and the types of what is asked and answered. It
// is the one file that passes on the names of others.

export type { AboutAnswer } from '#contract/about';
export type { AccountAnswer, KeyEntry, KeyMade } from '#contract/account';
export type { AccuracyAnswer, AccuracyFigures, AccuracyQuery } from '#contract/accuracy';
export type {
  AlertBody,
  AlertDetail,
  AlertList,
  AlertShape,
  HistoryAnswer,
  TryAnswer,
  TryQuery,
} from '#contract/alerts';
export type { BoardEntry, BoardShape, LinkEntry, PanelShape } from '#contract/boards';
export type {
  ChangesAnswer,
  ChangesQuery,
  ChangeTimesAnswer,
  EventRecord,
  EventsAnswer,
  EventsQuery,
} from '#contract/changes';
export type { DayFiguresAnswer, DayFiguresQuery } from '#contract/day-figures';
export type {
  CodeEntry,
  ForecastAnswer,
  ForecastOverview,
  ForecastQuery,
  IssueTimesQuery,
  MetadataQuery,
  MetadataRecord,
  MultiForecastQuery,
  OverviewQuery,
  SeriesColumns,
} from '#contract/forecast';
export type { BandsAnswer, BandsQuery } from '#contract/forecast-bands';
export type { ForecastStatusAnswer } from '#contract/forecast-status';
export type {
  LoginAnswer,
  MetaAllBody,
  MetaAllEntry,
  MetaAnswer,
  MetaBody,
  SeriesAnswer,
  SeriesBody,
  SeriesMultiBody,
} from '#contract/fundamental';
export type { NewLinkBody, QuestionLinkEntry, QuestionLinkMade } from '#contract/links';
export type { FeedShape, FeedsQuery } from '#contract/operator-state';
export type { Problem, ProblemCode } from '#contract/problem';
export type {
  RunsAnswer,
  RunsQuery,
  SliceColumns,
  SourcesAnswer,
  SourcesQuery,
} from '#contract/slices';
export type { DeliveryShape, WebhookShape } from '#contract/webhooks';
export { ApiError, ConnectionError } from '../api-error.ts';
export type { FollowOptions, FollowQuery } from '../follow-changes.ts';
export type { SliceQuestion } from '../forecasts-client.ts';
export type { SeriesQuery } from '../page-client.ts';
export type { SeriesData, SliceData } from '../series/series-data.ts';
export type { ReadOptions } from '../transport.ts';
export {
  type Band,
  type BandLine,
  bandLinesOf,
  type ForecastLine,
  linesOf,
  type Quantile,
} from './forecast-lines.ts';
export { GridtideClient } from './gridtide-client.ts';
export type { ClientSettings } from './open-transport.ts';
export { TimeoutError } from './patient-transport.ts';
