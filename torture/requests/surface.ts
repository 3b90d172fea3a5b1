// Every route that the server really has, with what its document says of it: a new route is among them.

import { findExplorer } from '#http/pages/explorer-files';
import { listRoutes, type ServerRoute } from '../../harness/authorisation/server-routes.ts';
import { type DocumentedOperation, operationsOf } from '../../harness/http/openapi-document.ts';
import { World, type WorldSettings } from '../../harness/world/world.ts';

const NO_DOCUMENT = { summary: '', tags: [], responses: {} };

/** Methods that a route has only because it has another. */
const IMPLIED = ['HEAD', 'OPTIONS'];

/** An answer that has no end cannot be judged; streams have a row of their own. */
const ENDLESS = ['/api/v1/changes/stream'];

/** `*` stands for anything, as a parameter does. */
const operationsAt = ({ path, methods }: ServerRoute): DocumentedOperation[] =>
  methods
    .filter((method) => !IMPLIED.includes(method))
    .map((method) => ({ path: path.replaceAll('*', '{rest}'), method, operation: NO_DOCUMENT }));

const nameOf = ({ method, path }: DocumentedOperation): string => `${method} ${path}`;

/** Some routes exist only with a setting, such as those of single sign-on. */
export async function listOperations(
  settings: Partial<WorldSettings> = {},
): Promise<DocumentedOperation[]> {
  const ends: (() => Promise<void>)[] = [];
  const lifetime = { after: (end: () => Promise<void>) => void ends.push(end) };
  const explorerFolder = findExplorer();
  try {
    const world = await World.open(lifetime, {
      now: new Date().toISOString(),
      ...settings,
      ...(explorerFolder ? { explorerFolder } : {}),
    });
    const documented = operationsOf((await world.get('/openapi.json', null)).body);
    const byName = new Map(documented.map((operation) => [nameOf(operation), operation]));
    const routed = listRoutes(world.app)
      .filter(({ path }) => !ENDLESS.includes(path))
      .flatMap(operationsAt);
    return routed.map((operation) => byName.get(nameOf(operation)) ?? operation);
  } finally {
    for (const end of ends) await end();
  }
}
