// A page whose session has ended elsewhere.

import type { Page } from 'playwright-core';

/**
 * Lets a page meet the end of its session. A page that follows changes may meet it by itself, and a reload would then
 * lose the reason.
 */
export const meetEnd = (page: Page): Promise<unknown> =>
  page
    .evaluate('document.getElementById("sign-in-title") === null && location.reload()')
    .catch((error: Error) => {
      // The reload may end the page's script before the script has answered.
      if (!/context was destroyed/.test(error.message)) throw error;
    });
