// The server's writer of digits and time stamps, for whoever writes files of text.

import { UTC } from '#core/zone';
import type { TextTools } from '#exporters/text-bytes';
import { ByteWriter } from '#http/byte-writer';
import { TimeWriter } from '#http/time-writer';

export const TEXT_TOOLS: TextTools = {
  openBytes: () => new ByteWriter(),
  openTimes: (opening = '', closing = '') => new TimeWriter(UTC, true, opening, closing),
};
