// The server's writer of digits and time stamps, for whoever writes files of text.

import { ByteWriter } from '#bytes/byte-writer';
import { TimeWriter } from '#bytes/time-writer';
import { UTC } from '#core/time/zone';
import type { TextTools } from '#exporters/text-bytes';

export const TEXT_TOOLS: TextTools = {
  openBytes: () => new ByteWriter(),
  openTimes: (opening = '', closing = '') => new TimeWriter(UTC, true, opening, closing),
};
