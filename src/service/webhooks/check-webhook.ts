// What a webhook may be: the address it is delivered to, and which events it wants.

import { checkPattern } from '#accounts/plans';
import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { checkKinds } from '#service/events/event-filter';
import type { ReachableAddresses } from '#service/webhooks/reachable-addresses';
import type { WebhookContent } from '#store/webhook-store';

export const MAX_URL_LENGTH = 2_000;
export const MAX_ENTRIES = 50;

const URL_RULE = ['https://HOST/PATH', 'http://HOST/PATH if WEBHOOK_ALLOW names the host'];

/** What a caller gives; what is left out stays as it is. */
export interface WebhookDraft {
  readonly url?: string | undefined;
  readonly series?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
}

/** Checks a draft. Without `before` it is a new webhook's, which needs an address. */
export function checkWebhook(
  draft: WebhookDraft,
  reachable: ReachableAddresses,
  before?: WebhookContent,
): WebhookContent {
  const faults = new FaultCollector();
  const url = faults.check(() =>
    draft.url === undefined && before ? before.url : checkUrl(draft.url, reachable),
  );
  const patterns = faults.check(() =>
    draft.series === undefined
      ? before?.patterns
      : distinct(draft.series.map(checkPattern), 'series'),
  );
  const kinds = faults.check(() =>
    draft.kinds === undefined ? before?.kinds : distinct(checkKinds(draft.kinds, 'kinds'), 'kinds'),
  );
  faults.throwIfAny();
  return { url: url!, patterns: patterns ?? [], kinds: kinds ?? [] };
}

function distinct(entries: readonly string[], field: string): string[] {
  const once = [...new Set(entries)];
  if (once.length <= MAX_ENTRIES) return once;
  const message = `${once.length} entries were given; at most ${MAX_ENTRIES} are allowed`;
  throw refuseField('field_invalid', field, message, [`0 to ${MAX_ENTRIES} entries`]);
}

/** No message repeats the address, whose path or query may be a secret of the receiver. */
function checkUrl(given: string | undefined, reachable: ReachableAddresses): string {
  const refuse = (message: string) => refuseField('field_invalid', 'url', message, URL_RULE);
  const text = given?.trim() ?? '';
  if (text === '') throw refuseField('field_missing', 'url', 'an address is needed', URL_RULE);
  if (text.length > MAX_URL_LENGTH) {
    throw refuse(`${text.length} characters were given; at most ${MAX_URL_LENGTH} are allowed`);
  }
  if (!URL.canParse(text)) throw refuse('the text is no address');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(`the address begins with ${url.protocol}//`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('a user name or password in the address is not allowed');
  }
  if (url.hash !== '') throw refuse('the part after # is never sent, and is not allowed');
  if (url.protocol === 'http:' && !reachable.names(url.hostname)) {
    throw refuse('plain http is not allowed for this host');
  }
  if (!reachable.mayAsk(url)) {
    throw refuse('this address is not public, and WEBHOOK_ALLOW does not name it');
  }
  return url.href;
}
