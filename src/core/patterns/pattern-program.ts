// Regular expressions as programs that pattern.ts runs in linear time.

import {
  isOne,
  PatternFault,
  type PatternNode,
  PatternReader,
  type UnitSet,
} from '#core/patterns/read-pattern';

export type Instruction =
  | { readonly op: 'unit'; readonly set: UnitSet }
  | { readonly op: 'split'; readonly to: readonly [number, number] }
  | { readonly op: 'jump'; readonly to: number }
  | { readonly op: 'start' }
  | { readonly op: 'end' }
  | { readonly op: 'match' };

const MOST_INSTRUCTIONS = 2_000;
/** Repeating what is empty makes no instruction, so the work of writing is bounded as well. */
const MOST_WRITES = 20_000;

class ProgramWriter {
  readonly program: Instruction[] = [];
  #writes = 0;

  write(node: PatternNode): void {
    if (++this.#writes > MOST_WRITES) throw tooLong();
    switch (node.kind) {
      case 'unit':
        this.add({ op: 'unit', set: node.set });
        return;
      case 'edge':
        this.add({ op: node.op });
        return;
      case 'sequence':
        for (const part of node.parts) this.write(part);
        return;
      case 'choice':
        this.#writeChoice(node.branches);
        return;
      case 'repeat':
        this.#writeRepeat(node.of, node.least, node.most);
    }
  }

  add(instruction: Instruction): number {
    if (this.program.length >= MOST_INSTRUCTIONS) throw tooLong();
    return this.program.push(instruction) - 1;
  }

  #writeChoice(branches: readonly PatternNode[]): void {
    const jumps: number[] = [];
    for (const [i, branch] of branches.entries()) {
      const isLast = i === branches.length - 1;
      const split = isLast ? -1 : this.add({ op: 'jump', to: 0 });
      this.write(branch);
      if (isLast) break;
      jumps.push(this.add({ op: 'jump', to: 0 }));
      this.program[split] = { op: 'split', to: [split + 1, this.program.length] };
    }
    for (const jump of jumps) this.program[jump] = { op: 'jump', to: this.program.length };
  }

  #writeRepeat(node: PatternNode, least: number, most: number | undefined): void {
    for (let i = 0; i < least; i++) this.write(node);
    if (most === undefined) {
      const split = this.add({ op: 'jump', to: 0 });
      this.write(node);
      this.add({ op: 'jump', to: split });
      this.program[split] = { op: 'split', to: [split + 1, this.program.length] };
      return;
    }
    const splits: number[] = [];
    for (let i = least; i < most; i++) {
      splits.push(this.add({ op: 'jump', to: 0 }));
      this.write(node);
    }
    for (const split of splits)
      this.program[split] = { op: 'split', to: [split + 1, this.program.length] };
  }
}

const tooLong = (): PatternFault =>
  new PatternFault('it is too long when its repeats are written out');

/** The text that all matches begin with. */
function prefixOf(node: PatternNode): string {
  if (node.kind !== 'sequence') return '';
  let prefix = '';
  for (const part of node.parts) {
    if (part.kind === 'edge' && part.op === 'start') continue;
    if (part.kind !== 'unit' || !isOne(part.set) || part.set.bounds.length > 2) break;
    prefix += String.fromCharCode(part.set.bounds[0]!);
  }
  return prefix;
}

export interface PatternProgram {
  readonly program: readonly Instruction[];
  readonly prefix: string;
}

/** Reads an expression. Throws a PatternFault that says what is not understood. */
export function compilePattern(text: string): PatternProgram {
  const node = new PatternReader(text).read();
  const writer = new ProgramWriter();
  writer.write(node);
  writer.add({ op: 'match' });
  return { program: writer.program, prefix: prefixOf(node) };
}
