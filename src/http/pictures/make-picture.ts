// From a link to the bytes of its picture: kept for a minute for the same link, state of the board, plan and options.

import { hash } from 'node:crypto';
import type { Caller } from '#accounts/authenticate';
import type { Instant } from '#core/time/instant';
import { etagOf } from '#http/answer/conditional';
import type { PictureChoice, PictureForm } from '#http/pictures/picture-query';
import { type Picture, PictureShelf } from '#http/pictures/picture-shelf';
import { PngProcess } from '#http/pictures/png/png-process';
import { type PictureBoard, readPicture } from '#http/pictures/read-picture';
import type { ServiceContext } from '#service/context';

/** A board with the number of its state. */
export interface LinkedBoard extends PictureBoard {
  readonly version: number;
}

export interface PictureRequest {
  readonly secret: string;
  readonly form: PictureForm;
  readonly choice: PictureChoice;
  readonly board: LinkedBoard;
  /** The link's owner: the picture shows what that user may see. */
  readonly caller: Caller;
  readonly now: Instant;
}

export class PictureMaker {
  readonly #context: ServiceContext;
  readonly #shelf = new PictureShelf();
  readonly #renderer = new PngProcess();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  make(request: PictureRequest): Promise<Picture> {
    return this.#shelf.take(keyOf(request), request.now, () => this.#draw(request));
  }

  /** Ends the renderer. */
  end(): void {
    this.#renderer.end();
  }

  async #draw({ form, choice, board, caller, now }: PictureRequest): Promise<Picture> {
    const { svg } = await readPicture(this.#context, caller, board, { ...choice, now });
    const bytes = form === 'svg' ? Buffer.from(svg) : await this.#renderer.render(svg);
    return { bytes, etag: etagOf('picture', form, hash('sha256', bytes, 'base64url')) };
  }
}

/** Everything that decides the picture besides the data and the time. The secret itself is not kept. */
const keyOf = ({ secret, form, choice, board, caller }: PictureRequest): string =>
  JSON.stringify([
    hash('sha256', secret, 'base64url'),
    ...[form, choice.panel, choice.width, choice.theme, board.version],
    ...[caller.user.name, caller.plan.name, caller.plan.patterns, caller.plan.pointsPerAnswer],
  ]);
