// Words with which the text of the loops is written: each returns an expression of the text format of WebAssembly.

export const get = (name: string): string => `(local.get $${name})`;
export const set = (name: string, value: string): string => `(local.set $${name} ${value})`;
export const op = (name: string, ...operands: string[]): string =>
  `(${name} ${operands.join(' ')})`;
export const add = (a: string, b: string): string => op('f64x2.add', a, b);
export const sub = (a: string, b: string): string => op('f64x2.sub', a, b);
export const mul = (a: string, b: string): string => op('f64x2.mul', a, b);
/** `c` + `a` × `b`, and `c` - `a` × `b`: rounded once if the processor can, which takes it half as long. */
export const addMul = (c: string, a: string, b: string): string =>
  op('f64x2.relaxed_madd', a, b, c);
export const subMul = (c: string, a: string, b: string): string =>
  op('f64x2.relaxed_nmadd', a, b, c);
export const both = (value: number): string => `(v128.const f64 ${value})`;
export const step = (name: string, bytes: number): string =>
  set(name, op('i32.add', get(name), `(i32.const ${bytes})`));
export const params = (type: string, ...names: string[]): string =>
  names.map((name) => `(param $${name} ${type})`).join(' ');
export const locals = (type: string, ...names: string[]): string =>
  names.map((name) => `(local $${name} ${type})`).join(' ');
export const each = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('\n');
/** Repeats a body until `counter` has counted down to 0; it must not be 0 at first. */
export const countDown = (counter: string, body: string): string => `
  (loop $${counter}
    ${body}
    ${step(counter, -1)}
    (br_if $${counter} ${get(counter)}))`;
