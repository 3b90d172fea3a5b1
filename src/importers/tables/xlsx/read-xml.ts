// XML of a part of a workbook, read piece by piece in bounded memory. Elements have their local names.

import type { SaxesParser, SaxesTagPlain } from 'saxes';
import { ImportFault } from '#importers/files/import-fault';

/** No element of a workbook is longer: a cell holds at most 32,767 characters. */
const MAX_SILENT_BYTES = 1 << 20;

export interface XmlHandler {
  /** Called with names without their prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Feeds pieces to a handler; yields the bytes of each, so that the caller can take what was read. */
export async function* readXml(
  pieces: AsyncIterable<Uint8Array>,
  part: string,
  handler: XmlHandler,
): AsyncGenerator<number> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser();
  let silentBytes = 0;
  listen(parser, part, handler, () => {
    silentBytes = 0;
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of pieces) {
    silentBytes += piece.length;
    parser.write(decode(decoder, part, piece));
    if (silentBytes > MAX_SILENT_BYTES) {
      throw new ImportFault(`${part} of the workbook has an element of more than 1 MiB`);
    }
    yield piece.length;
  }
  parser.write(decode(decoder, part)).close();
  yield 0;
}

/** Reads the whole of a small part. */
export async function readAllXml(
  pieces: AsyncIterable<Uint8Array>,
  part: string,
  handler: XmlHandler,
): Promise<void> {
  for await (const _ of readXml(pieces, part, handler));
}

function listen(
  parser: SaxesParser,
  part: string,
  handler: XmlHandler,
  onElement: () => void,
): void {
  const refuse = (reason: string): never => {
    throw new ImportFault(`${part} of the workbook ${reason}`);
  };
  parser.on('error', ({ message }) => refuse(`is damaged (${message})`));
  // A document type could define entities that expand without bound. Workbooks have none.
  parser.on('doctype', () => refuse('has a document type, which is not allowed'));
  parser.on('opentag', (tag) => {
    onElement();
    handler.open(localName(tag.name), attributesOf(tag));
  });
  parser.on('closetag', ({ name }) => {
    onElement();
    handler.close(localName(name));
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
}

function attributesOf({ attributes }: SaxesTagPlain): Record<string, string> {
  const named: Record<string, string> = {};
  for (const name in attributes) named[localName(name)] = attributes[name]!;
  return named;
}

function decode(decoder: TextDecoder, part: string, piece?: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    throw new ImportFault(`${part} of the workbook is not UTF-8 text`);
  }
}
