// The API reference if the web explorer was not built: every operation in a plain table.

import type { FastifyInstance } from 'fastify';
import { addPage } from '#http/openapi/route';
import { escapeHtml, sendPage } from '#http/pages/page';

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
}

interface Document {
  readonly paths?: Record<string, Record<string, Operation>>;
}

export function addPlainReference(app: FastifyInstance): void {
  let kept: string | undefined;
  addPage(app, '/docs', async (_request, reply) => {
    kept ??= referencePage(await app.readOpenApi());
    return sendPage(reply, 'Gridtide: API', kept);
  });
}

function referencePage(document: Document): string {
  const { paths = {} } = document;
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary = '', tags = [] }]) =>
        `<tr><td>${escapeHtml(tags.join(', '))}</td><td><code>${method.toUpperCase()} ${escapeHtml(path)}</code></td><td>${escapeHtml(summary)}</td></tr>`,
    ),
  );
  return `<h1>API reference</h1>
<p class="dim">Schemas and examples: <a href="/openapi.json">OpenAPI document</a>. Refusals: <a href="/errors">error codes</a>.</p>
<table><tr><th></th><th>operation</th><th>what it does</th></tr>${rows.join('')}</table>`;
}
