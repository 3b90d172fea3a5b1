// A small SMTP server on this machine: it keeps the messages that it accepts, and refuses as a test tells it to.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface Received {
  readonly to: readonly string[];
  readonly text: string;
}

export class SmtpServer {
  readonly received: Received[] = [];
  /** The answers to the next recipients, such as `451 later`; recipients are accepted without one. */
  readonly refusals: string[] = [];
  /** Whether connections are ended at once. */
  isDown = false;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#serve(socket));

  static async start(t: { after(close: () => Promise<void>): void }): Promise<SmtpServer> {
    const server = new SmtpServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    t.after(async () => {
      for (const socket of server.#sockets) socket.destroy();
      server.#server.close();
    });
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => {});
    if (this.isDown) {
      socket.destroy();
      return;
    }
    let to: string[] = [];
    let rest = '';
    let isData = false;
    const say = (line: string): boolean => socket.write(`${line}\r\n`);
    const obey = (line: string): void => {
      const [verb = ''] = line.toUpperCase().split(/[ :]/);
      if (verb === 'RCPT') {
        const refusal = this.refusals.shift();
        if (refusal === undefined) to.push(/<(.*)>/.exec(line)![1]!);
        say(refusal ?? '250 accepted');
      } else if (verb === 'DATA') {
        isData = true;
        say('354 go on');
      } else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else say('250 done');
    };
    say('220 ready');
    socket.setEncoding('utf8').on('data', (piece: string) => {
      rest += piece;
      for (;;) {
        const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = rest.slice(0, end);
        rest = rest.slice(end + (isData ? 5 : 2));
        if (!isData) obey(text);
        else {
          this.received.push({ to, text });
          [to, isData] = [[], false];
          say('250 kept');
        }
      }
    });
  }
}
