// The part of nodemailer that is used.
declare module 'nodemailer' {
  interface Transport {
    sendMail(message: object): Promise<unknown>;
    close(): void;
  }
  export function createTransport(options: object): Transport;
}
