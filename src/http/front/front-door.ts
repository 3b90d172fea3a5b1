// The front door: what every request meets before the router, in this order.

import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { ConnectionRoom } from '#http/connection/connection-room';
import { DEFAULT_CONNECTIONS } from '#http/connection/open-server';
import type { Metrics } from '#http/figures/metrics';
import type { ReportRequest } from '#http/figures/report-request';
import { LoadShedding, PROBE_PATHS } from '#http/front/load-shedding';
import { PipelinedRequests } from '#http/front/pipelined-requests';
import { RepeatedRequests } from '#http/front/repeated-request';
import { StrangerGate } from '#http/front/stranger-gate';
import { showsSecret } from '#http/request/presented-secret';
import type { AccountParts, ConnectionParts, ReadParts } from '#http/request/server-parts';
import { StrangerLimit } from '#http/request/stranger-limit';

/** What every request that the door answers itself is named and told with. */
export interface DoorReports {
  readonly nextId: () => string;
  readonly metrics: Metrics;
  readonly report: ReportRequest;
}

/** What stands in the way of a request. */
interface DoorParts {
  readonly room: ConnectionRoom;
  readonly strangers: StrangerLimit;
  readonly gate: StrangerGate;
  readonly shedding: LoadShedding;
  readonly repeated: RepeatedRequests;
  /** Whether the proxy in front is believed. */
  readonly trustProxy: boolean;
}

/** Makes the door with all that stands in it. */
export function openDoor(
  parts: ReadParts & AccountParts & ConnectionParts,
  { nextId, metrics, report }: DoorReports,
): FrontDoor {
  const { logger, trustProxy, maxConnections: most = DEFAULT_CONNECTIONS } = parts;
  const strangers = new StrangerLimit(parts.strangerRequestsPerMinute);
  return new FrontDoor({
    room: new ConnectionRoom({ most, trustProxy, limit: strangers }),
    strangers,
    gate: new StrangerGate({ ...parts, limit: strangers, nextId, report }),
    shedding: new LoadShedding({ nextId, metrics, logger, trustProxy }),
    repeated: new RepeatedRequests(parts, { nextId, report, strangers }),
    trustProxy,
  });
}

export class FrontDoor {
  readonly room: ConnectionRoom;
  readonly strangers: StrangerLimit;
  readonly shedding: LoadShedding;
  readonly repeated: RepeatedRequests;
  readonly #pipelined: PipelinedRequests;
  readonly #gate: StrangerGate;
  readonly #trustProxy: boolean;
  #router: RequestListener = () => {};
  #isClosing = false;

  constructor({ room, strangers, gate, shedding, repeated, trustProxy }: DoorParts) {
    this.room = room;
    this.strangers = strangers;
    this.shedding = shedding;
    this.repeated = repeated;
    this.#gate = gate;
    this.#trustProxy = trustProxy;
    this.#pipelined = new PipelinedRequests(() => shedding.count());
  }

  /** Takes the requests of a server, and hands to the router those that it does not answer. */
  open<S extends Server>(server: S, router: RequestListener): S {
    this.#router = router;
    server.on('request', this.#receive);
    const isTls = server instanceof TlsServer;
    this.room.watch(server, isTls, {
      onTaken: (socket) => {
        this.shedding.noticeConnection();
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
    this.room.noteRequest(socket, response);
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
    else if (this.#mustLeave(request)) this.shedding.refuse(request, response, true);
    else this.shedding.admit(request, response, this.#gate.isStranger(request), this.#answer);
  };

  /** The last room for connections is for probes and for callers that show a token or a session. */
  #mustLeave(request: IncomingMessage): boolean {
    if (!this.room.isInLastRoom(request.socket)) return false;
    return !showsSecret(request, this.#trustProxy) && !PROBE_PATHS.includes(request.url);
  }

  /** Fourth, a small body is awaited: it mostly arrives with the headers, and can be read a tick later. */
  readonly #answer: RequestListener = (request, response) => {
    if (this.repeated.readsBodyOf(request))
      process.nextTick(this.#answerRepeated, request, response);
    else this.#answerRepeated(request, response);
  };

  /** Fifth, a repeated request is answered from the kept bytes. The router takes the rest. */
  readonly #answerRepeated: RequestListener = (request, response) => {
    if (this.#isClosing || !this.repeated.answer(request, response))
      this.#router(request, response);
    else this.room.noteCaller(request.socket);
  };
}
