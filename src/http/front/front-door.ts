// The front door: what every request meets before the router, in this order.

import type { RequestListener, Server } from 'node:http';
import type { LoadShedding } from '#http/front/load-shedding';
import { PipelinedRequests } from '#http/front/pipelined-requests';
import type { RepeatedRequests } from '#http/front/repeated-request';

export class FrontDoor {
  readonly #pipelined = new PipelinedRequests();
  readonly #shedding: LoadShedding;
  readonly #repeated: RepeatedRequests;
  #router: RequestListener = () => {};
  #isClosing = false;

  constructor(shedding: LoadShedding, repeated: RepeatedRequests) {
    this.#shedding = shedding;
    this.#repeated = repeated;
  }

  /** Takes the requests of a server, and hands to the router those that it does not answer. */
  open<S extends Server>(server: S, router: RequestListener): S {
    this.#router = router;
    server.on('request', this.#receive);
    server.on('connection', () => this.#shedding.noticeConnection());
    return server;
  }

  /** From now on the router answers all: only its hooks end the connections of a server that closes. */
  close(): void {
    this.#isClosing = true;
  }

  /** First, a pipelined request waits until the client has read the answer before it. */
  readonly #receive: RequestListener = (request, response) => {
    if (response.socket === null) this.#pipelined.wait(request, response, this.#admitPipelined);
    else this.#admit(request, response);
  };

  readonly #admitPipelined: RequestListener = (request, response) => {
    this.#repeated.forgetVersion();
    this.#admit(request, response);
  };

  /** Second, a server with too much to do refuses the request, or lets it wait in line. */
  readonly #admit: RequestListener = (request, response) => {
    if (this.#isClosing) this.#router(request, response);
    else this.#shedding.admit(request, response, this.#answer);
  };

  /** Third, a small body is awaited: it mostly arrives with the headers, and can be read a tick later. */
  readonly #answer: RequestListener = (request, response) => {
    if (this.#repeated.readsBodyOf(request))
      process.nextTick(this.#answerRepeated, request, response);
    else this.#answerRepeated(request, response);
  };

  /** Fourth, a repeated request is answered from the kept bytes. The router takes the rest. */
  readonly #answerRepeated: RequestListener = (request, response) => {
    if (this.#isClosing || !this.#repeated.answer(request, response))
      this.#router(request, response);
  };
}
