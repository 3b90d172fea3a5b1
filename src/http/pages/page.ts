// The frame of the plain pages: one style, no script, and nothing from other servers.

import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #57606a; --paper: #fff; --code: #f3f5f7; --line: #d8dee4; --accent: #0072b2; }
@media (prefers-color-scheme: dark) { :root { --ink: #f5f7fa; --dim: #9aa7b4; --paper: #14181d; --code: #1e242b; --line: #333c46; --accent: #56b4e9; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 2.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; margin: 2.2rem 0 .5rem; }
p { margin: .5rem 0; } .dim { color: var(--dim); }
.notice { border-left: 4px solid var(--accent); padding: .5rem .9rem; background: var(--code); }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto; font: 13px/1.5 ui-monospace, monospace; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
a { color: var(--accent); } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); font-size: .93rem; }
`;

const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Sends a page; `body` is HTML, already escaped. */
export function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  reply.header('content-type', 'text/html; charset=utf-8');
  reply.header('content-security-policy', POLICY);
  return reply.send(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`,
  );
}
