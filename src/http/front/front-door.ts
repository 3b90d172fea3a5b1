// The front door: what every request meets before the router, in this order.

import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { ConnectionRoom } from '#http/connection/connection-room';
import { type LoadShedding, PROBE_PATHS } from '#http/front/load-shedding';
import { PipelinedRequests } from '#http/front/pipelined-requests';
import type { RepeatedRequests } from '#http/front/repeated-request';
import type { StrangerGate } from '#http/front/stranger-gate';
import { showsSecret } from '#http/request/presented-secret';

/** What stands in the way of a request, in the order in which it meets them. */
export interface DoorParts {
  readonly room: ConnectionRoom;
  readonly gate: StrangerGate;
  readonly shedding: LoadShedding;
  readonly repeated: RepeatedRequests;
  /** Whether the proxy in front is believed. */
  readonly trustProxy: boolean;
}

export class FrontDoor {
  readonly #room: ConnectionRoom;
  readonly #pipelined: PipelinedRequests;
  readonly #gate: StrangerGate;
  readonly #shedding: LoadShedding;
  readonly #repeated: RepeatedRequests;
  readonly #trustProxy: boolean;
  #router: RequestListener = () => {};
  #isClosing = false;

  constructor({ room, gate, shedding, repeated, trustProxy }: DoorParts) {
    this.#trustProxy = trustProxy;
    this.#room = room;
    this.#pipelined = new PipelinedRequests(() => shedding.count());
    this.#gate = gate;
    this.#shedding = shedding;
    this.#repeated = repeated;
  }

  /** Takes the requests of a server, and hands to the router those that it does not answer. */
  open<S extends Server>(server: S, router: RequestListener): S {
    this.#router = router;
    server.on('request', this.#receive);
    const isTls = server instanceof TlsServer;
    this.#room.watch(server, isTls, {
      onTaken: (socket) => {
        this.#shedding.noticeConnection();
        if (!isTls) this.#pipelined.watch(socket);
      },
      onCaller: (socket) => this.#pipelined.trust(socket),
    });
    if (isTls) server.on('secureConnection', (socket: Socket) => this.#pipelined.watch(socket));
    return server;
  }

  /** Lets the router answer all requests from now on: only its hooks end the connections of a closing server. */
  close(): void {
    this.#isClosing = true;
    this.#gate.close();
  }

  /** First, a pipelined request waits until the client has read the answer before it. */
  readonly #receive: RequestListener = (request, response) => {
    const { socket } = request;
    if (response.socket === null) this.#pipelined.wait(request, response, this.#letIn);
    else this.#letIn(request, response);
    this.#room.noteRequest(socket, response);
  };

  /** Second, an address that sends too much without a token is refused. */
  readonly #letIn: RequestListener = (request, response) => {
    const isLetIn = this.#isClosing || this.#gate.admits(request, response);
    if (isLetIn === true) this.#admit(request, response);
    else if (isLetIn) void isLetIn.then((isCaller) => isCaller && this.#admit(request, response));
  };

  /** Third, a server with too much to do refuses the request, or lets it wait in line. */
  readonly #admit: RequestListener = (request, response) => {
    if (this.#isClosing) this.#router(request, response);
    else if (this.#mustLeave(request)) this.#shedding.refuse(request, response, true);
    else this.#shedding.admit(request, response, this.#answer);
  };

  /** The last room for connections is for probes and for callers that show a token or a session. */
  #mustLeave(request: IncomingMessage): boolean {
    if (!this.#room.isInLastRoom(request.socket)) return false;
    return !showsSecret(request, this.#trustProxy) && !PROBE_PATHS.includes(request.url);
  }

  /** Fourth, a small body is awaited: it mostly arrives with the headers, and can be read a tick later. */
  readonly #answer: RequestListener = (request, response) => {
    if (this.#repeated.readsBodyOf(request))
      process.nextTick(this.#answerRepeated, request, response);
    else this.#answerRepeated(request, response);
  };

  /** Fifth, a repeated request is answered from the kept bytes. The router takes the rest. */
  readonly #answerRepeated: RequestListener = (request, response) => {
    if (this.#isClosing || !this.#repeated.answer(request, response))
      this.#router(request, response);
    else this.#room.noteCaller(request.socket);
  };
}
