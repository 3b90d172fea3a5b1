// GET /api/v1/pictures/{picture}: a board as a picture, for everyone who has the address of a link to it.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PictureParams, PictureQuery } from '#contract/boards';
import { Refusal } from '#core/errors';
import { isUnchanged } from '#http/answer/conditional';
import { addRoute } from '#http/openapi/route';
import type { PictureMaker } from '#http/pictures/make-picture';
import { takeAllowance } from '#http/request/request-rate';
import type { AccountParts, ReadParts } from '#http/request/server-parts';

type PictureParts = AccountParts & Pick<ReadParts, 'context'>;

interface Shape {
  Params: PictureParams;
  Querystring: PictureQuery;
}

const MEDIA_TYPES = { png: 'image/png', svg: 'image/svg+xml' } as const;

export function addPictureRoute(app: FastifyInstance, parts: PictureParts): void {
  const { context } = parts;
  let making: Promise<PictureMaker> | undefined;
  // Loaded with the first picture: a server is ready sooner without it.
  const loadMaker = (): Promise<PictureMaker> => {
    making ??= import('#http/pictures/make-picture').then(
      ({ PictureMaker }) => new PictureMaker(context),
    );
    return making;
  };
  app.addHook('onClose', async () => (await making)?.end());
  addRoute<Shape>(app, {
    method: 'GET',
    url: '/api/v1/pictures/:picture',
    access: 'public',
    tag: 'Boards',
    summary: 'A board as a picture',
    description:
      'The address is the one that POST /api/v1/boards/{id}/links answers with; with .svg at its end it is a drawing. The picture shows what the plan of the link’s owner includes now, is at most a minute old, and counts in the owner’s requests a minute.',
    params: PictureParams,
    querystring: PictureQuery,
    produces: {
      'image/png': { schema: { type: 'string', format: 'binary' } },
      'image/svg+xml': { schema: { type: 'string' } },
    },
    refuses: ['link_unknown', 'field_invalid'],
    handler: (request, reply) => answerPicture(request, reply, parts, loadMaker),
  });
}

async function answerPicture(
  request: FastifyRequest<Shape>,
  reply: FastifyReply,
  parts: PictureParts,
  loadMaker: () => Promise<PictureMaker>,
): Promise<FastifyReply> {
  const { params, query, now, stopwatch } = request;
  const { readPictureName, readPictureQuery } = await import('#http/pictures/picture-query');
  const { resolvePictureLink } = await import('#accounts/boards/picture-link');
  const name = readPictureName(params.picture);
  const { accounts } = parts.signIn;
  const link =
    name && (await stopwatch.time('auth', () => resolvePictureLink(accounts, name.secret, now)));
  if (!link)
    throw new Refusal('link_unknown', 'no picture is here: the link is unknown or has ended');
  const { board, caller } = link;
  request.caller = caller;
  await takeAllowance(request, reply, parts);
  const choice = readPictureQuery(query);
  const maker = await loadMaker();
  const { bytes, etag } = await stopwatch.time('read', () =>
    maker.make({ ...name, choice, board, caller, now }),
  );
  const isSame = isUnchanged(request, reply, etag, null);
  // A mail or a page of another site may show the picture.
  reply.header('cross-origin-resource-policy', 'cross-origin');
  reply.header('cache-control', 'private, max-age=60');
  if (isSame) return reply.send();
  return reply.header('content-type', MEDIA_TYPES[name.form]).send(bytes);
}
