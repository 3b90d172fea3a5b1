// The page of error codes that problem documents point to, and the web explorer. If that was not built,
// a plain page says what runs here.

import type { FastifyInstance } from 'fastify';
import { REFUSALS, type RefusalCode } from '#core/refusal-table';
import { allowCoding } from '#http/answer/content-coding';
import { statusOf } from '#http/answer/problem';
import { addPage } from '#http/openapi/route';
import { addExplorer } from '#http/pages/explorer-files';
import { escapeHtml, sendPage } from '#http/pages/page';
import { addPlainReference } from '#http/pages/plain-reference';
import type { AboutParts, PageParts } from '#http/request/server-parts';
import { rememberFact } from '#service/series/catalog-facts';

export async function addPages(app: FastifyInstance, parts: PageParts): Promise<void> {
  const errors = errorsPage();
  addPage(app, '/errors', async (request, reply) => {
    allowCoding(request, reply);
    return sendPage(reply, 'Gridtide: errors', errors);
  });
  if (parts.explorerFolder !== undefined) return addExplorer(app, parts.explorerFolder);
  addPlainReference(app);
  const countSeries = rememberFact(parts.store, () => parts.store.countSeries());
  addPage(app, '/', async (request, reply) => {
    const count = await countSeries();
    const address = `${request.protocol}://${request.host}`;
    return sendPage(reply, 'Gridtide', homePage(address, count, parts));
  });
}

function homePage(
  address: string,
  seriesCount: number,
  { version, isDemo, context }: AboutParts,
): string {
  const base = escapeHtml(address);
  const notice = isDemo
    ? '<p class="notice">This is the demo. <strong>All data here is synthetic.</strong> The terminal that started it printed a user name and a password.</p>'
    : '';
  return `<h1>Gridtide ${escapeHtml(version)}</h1>
<p class="dim">A server for energy time series: ${seriesCount.toLocaleString('en')} series, market time ${escapeHtml(context.zone.name)}.</p>
${notice}
<h2>Sign in</h2>
<pre>TOKEN=$(curl -s ${base}/api/v1/auth \\
  -H 'content-type: application/json' \\
  -d '{"username":"<em>name</em>","password":"<em>password</em>"}' | tr -d '"')</pre>
<h2>A series over a span</h2>
<pre>curl -s ${base}/api/fundamental/series \\
  -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '{"SeriesId":"dehrprice","FromDateTime":"today-7","ToDateTime":"today","Resolution":"day"}'</pre>
<h2>The newest forecast run</h2>
<pre>curl -s '${base}/api/v1/power-balance-forecast/short-term?area=DE&amp;balanceCategory=hrprice' \\
  -H "authorization: Bearer $TOKEN"</pre>
<h2>A link for a spreadsheet</h2>
<pre>curl -s '${base}/api/v1/series/dehrprice?from=month&amp;resolution=peak&amp;format=csv' \\
  -H "authorization: Bearer $TOKEN"</pre>
<h2>More</h2>
<p><a href="/docs">API reference</a> · <a href="/openapi.json">OpenAPI document</a> · <a href="/errors">error codes</a> · <a href="/healthz">health</a> · <a href="/metrics">metrics</a></p>`;
}

function errorsPage(): string {
  const rows = (Object.keys(REFUSALS) as RefusalCode[]).map((code) => {
    const { title, remedy } = REFUSALS[code];
    return `<tr id="${code}"><td><code>${code}</code></td><td>${statusOf(code)}</td><td>${escapeHtml(title)}. ${escapeHtml(remedy)}</td></tr>`;
  });
  return `<h1>Error codes</h1><p class="dim">Every refusal is a problem document (RFC 9457) whose <code>code</code> is one of these.</p>
<table><tr><th>code</th><th>status</th><th>meaning, and what to do</th></tr>${rows.join('')}</table>`;
}
