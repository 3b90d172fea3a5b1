// A regular expression that a whole text matches or not, in time that grows with the text alone: no expression
// makes it go back and try again. States are made as texts need them, and the work of making them is bounded.

import { compilePattern, type Instruction } from '#core/patterns/pattern-program';
import { PatternFault, type UnitSet } from '#core/patterns/read-pattern';

/** A list of words may be long: a dashboard lists every chosen series. */
const LONGEST_WORDS = 20_000;
const LONGEST = 1_000;
/** States that are kept at a time. */
const MOST_STATES = 1_000;
/** Steps for making states: some 100 ms. Texts that meet known states take none. */
const MOST_WORK = 1_000_000;

interface State {
  /** Places in the program that take a unit, ask for the end, or match. */
  readonly places: readonly number[];
  /** Whether a text that ends here matches. */
  readonly isFinal: boolean;
  readonly next: Map<number, State>;
}

export interface Pattern {
  /** What every match begins with. */
  readonly prefix: string;
  /** The only texts that match; undefined if they cannot be listed. */
  readonly words: ReadonlySet<string> | undefined;
  matches(text: string): boolean;
}

/** Makes the pattern of an expression. Throws a PatternFault that says what is wrong with it. */
export function makePattern(expression: string): Pattern {
  const words = wordsOf(expression);
  const most = words ? LONGEST_WORDS : LONGEST;
  if (expression.length > most)
    throw new PatternFault(`it has ${expression.length} characters; ${most} are allowed`);
  if (words) {
    const prefix = words.size === 1 ? [...words][0]! : '';
    return { prefix, words, matches: (text) => words.has(text) };
  }
  return new StateMachine(expression);
}

/** The words of an expression that only lists some, such as `(de|fr)`. */
function wordsOf(expression: string): Set<string> | undefined {
  const [, inner = expression] = /^\((?:\?:)?([^()]*)\)$/.exec(expression) ?? [];
  const words = new Set<string>();
  let word = '';
  for (let i = 0; i < inner.length; i++) {
    const unit = inner[i]!;
    if (unit === '|') {
      words.add(word);
      word = '';
    } else if (unit === '\\' && /[^0-9A-Za-z]/.test(inner[i + 1] ?? 'a')) word += inner[++i];
    else if (/[\\^$.*+?()[\]{}]/.test(unit)) return undefined;
    else word += unit;
  }
  return words.add(word);
}

class StateMachine implements Pattern {
  readonly prefix: string;
  readonly words = undefined;
  readonly #program: readonly Instruction[];
  readonly #states = new Map<string, State>();
  readonly #first: State;
  /** Whether the empty text matches: its start is its end. */
  readonly #matchesNothing: boolean;
  /** The walk in which each place was last met. */
  readonly #metIn: Uint32Array;
  #walks = 0;
  #work = 0;

  constructor(expression: string) {
    const { program, prefix } = compilePattern(expression);
    this.prefix = prefix;
    this.#program = program;
    this.#metIn = new Uint32Array(program.length);
    this.#first = this.#stateOf(this.#follow([0], true, false));
    this.#matchesNothing = this.#hasMatch(this.#follow([0], true, true));
  }

  matches(text: string): boolean {
    if (text === '') return this.#matchesNothing;
    let state = this.#first;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      let next = state.next.get(unit);
      if (!next) {
        next = this.#step(state, unit);
        state.next.set(unit, next);
      }
      if (next.places.length === 0) return false;
      state = next;
    }
    return state.isFinal;
  }

  #step({ places }: State, unit: number): State {
    const reached: number[] = [];
    for (const place of places) {
      const instruction = this.#program[place]!;
      if (instruction.op === 'unit' && has(instruction.set, unit)) reached.push(place + 1);
    }
    return this.#stateOf(this.#follow(reached, false, false));
  }

  #stateOf(places: readonly number[]): State {
    const key = places.join();
    const known = this.#states.get(key);
    if (known) return known;
    if (this.#states.size >= MOST_STATES) {
      this.#states.clear();
      this.#first.next.clear();
    }
    const isFinal = this.#hasMatch(this.#follow(places, false, true));
    const state = { places, isFinal, next: new Map<number, State>() };
    this.#states.set(key, state);
    return state;
  }

  #hasMatch(places: readonly number[]): boolean {
    return places.some((place) => this.#program[place]!.op === 'match');
  }

  /** The places that are reached without a unit, in order. */
  #follow(from: readonly number[], isAtStart: boolean, isAtEnd: boolean): number[] {
    const walk = ++this.#walks;
    const open = [...from];
    const places: number[] = [];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (this.#metIn[place] === walk) continue;
      this.#metIn[place] = walk;
      if (++this.#work > MOST_WORK) throw new PatternFault('it takes too much work');
      const instruction = this.#program[place]!;
      if (instruction.op === 'jump') open.push(instruction.to);
      else if (instruction.op === 'split') open.push(...instruction.to);
      else if (instruction.op === 'start') {
        if (isAtStart) open.push(place + 1);
      } else if (instruction.op === 'end' && isAtEnd) open.push(place + 1);
      else places.push(place);
    }
    return places.sort((a, b) => a - b);
  }
}

function has({ bounds, isNegated }: UnitSet, unit: number): boolean {
  for (let i = 0; i < bounds.length; i += 2)
    if (unit >= bounds[i]! && unit <= bounds[i + 1]!) return !isNegated;
  return isNegated;
}
