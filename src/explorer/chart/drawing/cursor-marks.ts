// The cross-hair: an upright line, a dot on every line it meets, and beside it what it reads. They are elements
// over the canvas, so that moving them does not repaint it.

import { STYLE_COUNT } from '#explorer/chart/scene/colours.ts';

export interface Dot {
  /** CSS pixels from the left and the top of the plot. */
  readonly left: number;
  readonly top: number;
  readonly style: number;
}

/** CSS pixels between the cursor and what is read beside it. */
const TIP_GAP = 12;

export class CursorMarks {
  readonly #over: HTMLElement;
  readonly #line = document.createElement('div');
  readonly #tip = document.createElement('div');
  readonly #dots: HTMLElement[] = [];

  constructor(over: HTMLElement) {
    this.#over = over;
    this.#line.className = 'chart-cursor';
    this.#line.hidden = true;
    this.#tip.className = 'chart-tip';
    this.#tip.hidden = true;
    // The line above the plot says the same, and the keys have it spoken.
    this.#tip.setAttribute('aria-hidden', 'true');
    over.append(this.#line, this.#tip);
  }

  hide(): void {
    this.#line.hidden = true;
    this.#tip.hidden = true;
    for (const dot of this.#dots) dot.hidden = true;
  }

  /** Shows the marks at `left`. `texts` are read beside it, one a line. */
  show(left: number, dots: readonly Dot[], texts: readonly string[]): void {
    this.#line.hidden = false;
    this.#line.style.transform = `translateX(${Math.round(left)}px)`;
    this.#moveTip(left, dots[0]?.top ?? 0, texts);
    while (this.#dots.length < dots.length) this.#addDot();
    this.#dots.forEach((element, i) => {
      const dot = dots[i];
      element.hidden = dot === undefined;
      if (!dot) return;
      element.className = `chart-dot chart-style-${(dot.style % STYLE_COUNT) + 1}`;
      element.style.transform = `translate(${Math.round(dot.left)}px, ${Math.round(dot.top)}px)`;
    });
  }

  /** Moves the tip beside the line, on the side with more room and within the plot. */
  #moveTip(left: number, top: number, texts: readonly string[]): void {
    const tip = this.#tip;
    tip.hidden = false;
    tip.replaceChildren(
      ...texts.map((text) => Object.assign(document.createElement('div'), { textContent: text })),
    );
    const { clientWidth, clientHeight } = this.#over;
    const isLeft = left > clientWidth / 2;
    const x = isLeft ? left - tip.offsetWidth - TIP_GAP : left + TIP_GAP;
    const lowest = Math.max(0, clientHeight - tip.offsetHeight);
    const y = Math.min(Math.max(top - tip.offsetHeight - TIP_GAP, 0), lowest);
    const within = Math.min(Math.max(x, 0), Math.max(0, clientWidth - tip.offsetWidth));
    tip.style.transform = `translate(${Math.round(within)}px, ${Math.round(y)}px)`;
  }

  #addDot(): void {
    const dot = document.createElement('div');
    this.#dots.push(dot);
    this.#over.append(dot);
  }
}
