// A small assembler for the text format of WebAssembly: folded expressions, numbers, vectors and one memory, which is
// all that the loops of the model's fits and of the chunk codec need.

import { CODES, TYPES, VECTOR_CODES, VECTOR_PREFIX } from '#core/assembly/opcodes';

/** A list in brackets, or a word. */
type Term = string | readonly Term[];

/** The bytes that each access to memory is aligned to at least, as a power of two: a hint, which no access needs. */
const ALIGNMENT = 0;
const NO_RESULT = 0x40;
const END = 0x0b;

function parse(text: string): Term[] {
  const open: Term[][] = [[]];
  for (const [word] of text.matchAll(/[()]|[^\s()]+/g)) {
    if (word === '(') open.push([]);
    else if (word === ')') {
      const closed = open.pop()!;
      open.at(-1)!.push(closed);
    } else open.at(-1)!.push(word);
  }
  return open[0]!;
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

const double = (value: number): number[] => [
  ...new Uint8Array(new BigUint64Array(new Float64Array([value]).buffer).buffer),
];

const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const list = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];
const section = (id: number, items: readonly (readonly number[])[]): number[] => [
  id,
  ...sized(list(items)),
];

/** Writes the body of one function; `names` are its parameters and locals in order. */
class BodyWriter {
  readonly #names: readonly string[];
  readonly #labels: string[] = [];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  all(terms: readonly Term[]): number[] {
    return terms.flatMap((term) => this.#write(term));
  }

  #write(term: Term): number[] {
    const [head, ...rest] = term as readonly [string, ...Term[]];
    const name = rest[0] as string;
    const local = (code: number): number[] => [
      ...this.all(rest.slice(1)),
      code,
      ...unsigned(this.#indexOf(this.#names, name)),
    ];
    switch (head) {
      case 'local.get':
        return local(0x20);
      case 'local.set':
        return local(0x21);
      case 'i32.const':
        return [0x41, ...signed(Number(name))];
      case 'f64.const':
        return [0x44, ...double(Number(name))];
      case 'v128.const':
        // Both numbers are the same, unless a second is given: (v128.const f64 0.5), (v128.const i64 0 -1).
        return [VECTOR_PREFIX, 0x0c, ...this.#both(name, rest[1] as string, rest[2] as string)];
      case 'i8x16.shuffle': {
        const places = rest.filter((each) => typeof each === 'string').map(Number);
        return [...this.all(rest.slice(places.length)), VECTOR_PREFIX, 0x0d, ...places];
      }
      case 'loop':
        return this.#block(0x03, name, rest.slice(1));
      case 'block':
        return this.#block(0x02, name, rest.slice(1));
      case 'br':
        return [0x0c, ...unsigned(this.#depthOf(name))];
      case 'br_if':
        return [...this.all(rest.slice(1)), 0x0d, ...unsigned(this.#depthOf(name))];
      case 'if':
        return [...this.#write(rest[0]!), ...this.#block(0x04, '', rest.slice(1))];
      default:
        return this.#operation(head, rest);
    }
  }

  /** An operation on its operands; a load or store may name an offset first. */
  #operation(head: string, rest: readonly Term[]): number[] {
    const isVector = head in VECTOR_CODES;
    const code = isVector ? VECTOR_CODES[head] : CODES[head];
    if (code === undefined) throw new SyntaxError(`the assembler does not know ${head}`);
    const opcode = isVector ? [VECTOR_PREFIX, ...unsigned(code)] : [code];
    if (!/load|store/.test(head)) return [...this.all(rest), ...opcode];
    const [first] = rest;
    const offset = typeof first === 'string' ? Number(first.replace('offset=', '')) : 0;
    const operands = typeof first === 'string' ? rest.slice(1) : rest;
    return [...this.all(operands), ...opcode, ALIGNMENT, ...unsigned(offset)];
  }

  #block(code: number, label: string, body: readonly Term[]): number[] {
    this.#labels.push(label);
    const bytes = [code, NO_RESULT, ...this.all(body), END];
    this.#labels.pop();
    return bytes;
  }

  #both(type: string, first: string, second = first): number[] {
    const bytesOf = (text: string): number[] =>
      type === 'f64'
        ? double(Number(text))
        : [...new Uint8Array(new BigUint64Array([BigInt(text)]).buffer)];
    return [...bytesOf(first), ...bytesOf(second)];
  }

  #depthOf(label: string): number {
    return this.#labels.length - 1 - this.#indexOf(this.#labels, label);
  }

  #indexOf(names: readonly string[], name: string): number {
    const index = names.lastIndexOf(name);
    if (index < 0) throw new SyntaxError(`the assembler does not know ${name}`);
    return index;
  }
}

/** A function: `(func $name (param $a i32) … (local $x f64) … body)`. None returns a value. */
function assembleFunction([, name, ...terms]: readonly Term[]) {
  const isHead = (term: Term): boolean => term[0] === 'param' || term[0] === 'local';
  const heads = terms.filter(isHead) as [string, string, string][];
  const params = heads.filter(([kind]) => kind === 'param');
  const locals = heads.filter(([kind]) => kind === 'local');
  const writer = new BodyWriter([...params, ...locals].map(([, each]) => each));
  const body = writer.all(terms.filter((term) => !isHead(term)));
  const types = (each: typeof heads): number[][] => each.map(([, , type]) => [TYPES[type]!]);
  return {
    name: (name as string).slice(1),
    type: [0x60, ...list(types(params)), 0],
    code: sized([...list(types(locals).map((type) => [1, ...type])), ...body, END]),
  };
}

/** The bytes of a module that exports every function of the text, and `memory`. */
export function assemble(text: string): Uint8Array<ArrayBuffer> {
  const functions = parse(text).map((term) => assembleFunction(term as readonly Term[]));
  const nameOf = (name: string): number[] => sized([...new TextEncoder().encode(name)]);
  const exports = functions.map(({ name }, index) => [...nameOf(name), 0, ...unsigned(index)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      functions.map(({ type }) => type),
    ),
    ...section(
      3,
      functions.map((_, index) => unsigned(index)),
    ),
    ...section(5, [[0, 1]]),
    ...section(7, [...exports, [...nameOf('memory'), 2, 0]]),
    ...section(
      10,
      functions.map(({ code }) => code),
    ),
  ]);
}

/** The part of the language's WebAssembly that is used here: no library of types for both server and page has it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

export interface LoopMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export const PAGE_BYTES = 65_536;

/** Makes the functions of a text callable, with a memory of their own. */
export function makeLoops<Loops extends { readonly memory: LoopMemory }>(text: string): Loops {
  const module = new WebAssembly.Module(assemble(text));
  return new WebAssembly.Instance(module).exports as Loops;
}
