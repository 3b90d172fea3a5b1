// Sends lists that are read page by page. A list of up to a megabyte is read whole and belongs to one state of
// the store. A longer one is sent as it is read, so that no whole list is in memory: its records are each of
// their own moment, and it is kept only if no series changed until its end.

import type { FastifyReply } from 'fastify';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import type { AnswerCache } from '#http/answer/answer-cache';
import {
  NOT_KEPT,
  packedBelowOf,
  type Sent,
  sendBytes,
  sendKeptForm,
} from '#http/answer/send-bytes';
import type { State } from '#service/one-state';

/** Some 3,500 series. */
export const LONGEST_WHOLE_BYTES = 2 ** 20;

/** The cache that a list is kept in, and its ETag there. */
export interface ListKeeping {
  readonly answers: AnswerCache;
  readonly etag: string;
}

/** Sends a kept list, or reads one, sends it and keeps it. */
export function sendKeptPages(
  reply: FastifyReply,
  { answers, etag }: ListKeeping,
  state: State,
  read: () => AsyncIterable<Buffer>,
): Sent {
  const sent = sendKeptForm(reply, answers, etag);
  if (sent !== NOT_KEPT) return sent;
  const packedBelow = packedBelowOf(reply);
  return whenReady(drawPages(state, read), ({ drawn, rest }) =>
    sendBytes(
      reply,
      rest
        ? keepPages(answers, etag, joined(drawn, rest), () => state.isSame())
        : answers.keep(etag, drawn, packedBelow),
    ),
  );
}

/** Reads a list and sends it. */
export const sendPages = (
  reply: FastifyReply,
  state: State,
  read: () => AsyncIterable<Buffer>,
): Sent =>
  whenReady(drawPages(state, read), ({ drawn, rest }) =>
    sendBytes(reply, rest ? joined(drawn, rest) : drawn),
  );

interface DrawnPages {
  /** One piece if the list was read whole. */
  readonly drawn: readonly Buffer[];
  /** The pages still to be read; undefined if all were. */
  readonly rest: AsyncIterator<Buffer> | undefined;
}

const drawPages = (state: State, read: () => AsyncIterable<Buffer>): Promise<DrawnPages> =>
  state.read(async () => {
    const pages = read()[Symbol.asyncIterator]();
    const drawn: Buffer[] = [];
    // A snapshot ends with this function.
    const most = state.isSnapshot ? Number.POSITIVE_INFINITY : LONGEST_WHOLE_BYTES;
    for (let length = 0; length <= most; ) {
      const page = await pages.next();
      if (page.done) return { drawn: [Buffer.concat(drawn)], rest: undefined };
      drawn.push(page.value);
      length += page.value.length;
    }
    return { drawn, rest: pages };
  });

async function* joined(
  drawn: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  yield* drawn;
  for (let page = await rest.next(); !page.done; page = await rest.next()) yield page.value;
}

async function* keepPages(
  answers: AnswerCache,
  etag: string,
  pages: AsyncIterable<Buffer>,
  isSame: () => MaybePromise<boolean>,
): AsyncGenerator<Buffer> {
  let page: Buffer | undefined;
  // The cache draws a slice only when it is asked for the next. By then the page has been read.
  const kept = answers.keep(
    etag,
    drawWhile(() => page),
  );
  for await (page of pages) yield kept.next().value!;
  page = undefined;
  if (await isSame()) kept.next();
}

function* drawWhile(draw: () => Buffer | undefined): Generator<Buffer> {
  for (let slice = draw(); slice; slice = draw()) yield slice;
}
