import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserNameOf } from '#http/request/browser-name';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

const NAMES: readonly [agent: string | undefined, name: string][] = [
  [`${WINDOWS} ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Firefox/140.0', 'Firefox'],
  ['curl/8.0', 'another program'],
  ['<script>alert(1)</script>', 'another program'],
  ['', 'another program'],
  [undefined, 'another program'],
];

describe('the name of a browser', () => {
  for (const [agent, name] of NAMES) {
    it(`the User-Agent ${JSON.stringify(agent ?? null)} is shown as ${name}`, () => {
      assert.equal(browserNameOf(agent), name);
    });
  }

  it('only words of our own are ever shown, however long the header', () => {
    assert.equal(browserNameOf(`${'x'.repeat(100_000)} Firefox/1`), 'another program');
  });
});
