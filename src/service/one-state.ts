// One answer, one state of the store. Records are found first and values are read later, and a write may be
// committed in between. So the records are compared after the values are read: if any changed, everything is
// done again. A version grows in the transaction that changes values, so equal versions mean equal values.

import { Refusal } from '#core/errors';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { REFUSALS } from '#core/refusal-table';
import type { Instant } from '#core/time/instant';
import { type ServiceContext, settleAsOf } from '#service/context';
import { StoreUnavailable } from '#store/store';

/** The tries after which a snapshot is read, which takes a connection of its own and no threads. */
const MOST_TRIES = 3;

const RETRY_SECONDS = 1;

/** What an answer is read from. */
export interface State {
  /** The store's version before anything was found; undefined if the store does not tell it. */
  readonly dataVersion: number | undefined;
  /** Whether only this context reads the state, and no thread can. */
  readonly isSnapshot: boolean;
  /** Whether what was found is still the same. */
  isSame(): MaybePromise<boolean>;
  /**
   * Reads values, and passes them on if they belong to what was found. If they do not, `discard` gets them and
   * the whole inquiry is made again.
   */
  read<T>(work: () => MaybePromise<T>, discard?: (read: T) => void): Promise<T>;
}

/** A question to the store, in the steps that may have to be repeated. */
export interface Inquiry<Found, Answer> {
  /** Finds what decides the answer, and reads no value. */
  find(context: ServiceContext): MaybePromise<Found>;
  /** A text that differs for every state of what was found. */
  tagOf(found: Found): string;
  /** Answers. It reads values by `state.read` alone, which it calls at once or not at all. */
  answer(found: Found, tag: string, state: State): MaybePromise<Answer>;
}

/** Thrown inside `answer` and caught here. */
class StateChanged extends Error {}

/** Answers from one state of the store, however often it is written to. */
export const answerFromOneState = <Found, Answer>(
  context: ServiceContext,
  inquiry: Inquiry<Found, Answer>,
): MaybePromise<Answer> => tryOnce(context, inquiry, 1);

function tryOnce<Found, Answer>(
  context: ServiceContext,
  inquiry: Inquiry<Found, Answer>,
  tries: number,
): MaybePromise<Answer> {
  const { store } = context;
  const dataVersion = store.dataVersion?.();
  return whenReady(inquiry.find(context), (found) => {
    const tag = inquiry.tagOf(found);
    const isSame = (): MaybePromise<boolean> =>
      (dataVersion !== undefined && store.dataVersion!() === dataVersion) ||
      whenReady(inquiry.find(context), (again) => inquiry.tagOf(again) === tag);
    const answer = inquiry.answer(found, tag, {
      dataVersion,
      isSnapshot: false,
      isSame,
      read: (work, discard) => readIfSame(work, isSame, discard),
    });
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error) => {
      if (!(error instanceof StateChanged)) throw error;
      return tries < MOST_TRIES
        ? tryOnce(context, inquiry, tries + 1)
        : answerFromSnapshot(context, inquiry);
    });
  });
}

async function readIfSame<T>(
  work: () => MaybePromise<T>,
  isSame: () => MaybePromise<boolean>,
  discard: (read: T) => void = () => {},
): Promise<T> {
  let read: T;
  try {
    read = await work();
  } catch (error) {
    // A refusal can come of two states as well.
    if (isUnavailable(error) || (await isSame())) throw error;
    throw new StateChanged();
  }
  if (await isSame()) return read;
  discard(read);
  throw new StateChanged();
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  (error instanceof Refusal && REFUSALS[error.code].kind === 'unavailable');

async function answerFromSnapshot<Found, Answer>(
  context: ServiceContext,
  inquiry: Inquiry<Found, Answer>,
): Promise<Answer> {
  const { store } = context;
  if (!store.snapshot) {
    const detail = 'the series changed each time while it was read';
    throw new Refusal('server_busy', detail, { retryAfterSeconds: RETRY_SECONDS });
  }
  const { answer } = await store.snapshot(async (reader) => {
    const found = await inquiry.find({ ...context, store: reader });
    let reading: Promise<unknown> | undefined;
    const answer = inquiry.answer(found, inquiry.tagOf(found), {
      dataVersion: undefined,
      isSnapshot: true,
      isSame: () => true,
      read: (work) => {
        const read = Promise.resolve().then(work);
        reading = read;
        return read;
      },
    });
    // A failure is thrown below, after the snapshot has ended.
    if (answer instanceof Promise) answer.catch(() => {});
    // Only reading needs the snapshot: an answer may be sent to a slow client afterwards.
    await reading?.catch(() => {});
    return { answer };
  });
  return answer;
}

/**
 * Reads from one state what many series take part in, in the present or as of an instant. A change of any
 * series makes it read again.
 */
export const readFromOneState = <T>(
  context: ServiceContext,
  asOf: Instant | undefined,
  field: string,
  read: (context: ServiceContext) => MaybePromise<T>,
): MaybePromise<T> =>
  answerFromOneState(context, {
    find: (present) => settleAsOf(present, asOf, field, () => present.store.readCatalogState()),
    tagOf: ({ task: { version, updatedAt } }) => `${version} ${updatedAt}`,
    answer: ({ context: past }, _, state) => state.read(() => read(past)),
  });
