// The routes that a server really has, read from its router.

import type { FastifyInstance } from 'fastify';

export interface ServerRoute {
  /** The path as in the OpenAPI document: `/api/v1/series/{seriesId}`. */
  readonly path: string;
  readonly methods: readonly string[];
}

/** Each line of the router's tree adds a piece to the path of its parent line. */
export function listRoutes(app: FastifyInstance): ServerRoute[] {
  const routes: ServerRoute[] = [];
  const pieces: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!match) continue;
    pieces.length = match[1]!.length / 4;
    pieces.push(match[2]!);
    const path = pieces.join('').replace(/:([A-Za-z]+)/g, '{$1}');
    if (match[3]) routes.push({ path, methods: withHead(match[3].split(', ')) });
  }
  return routes;
}

/** The route of a GET answers HEAD too. */
const withHead = (methods: readonly string[]): string[] =>
  methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]));
