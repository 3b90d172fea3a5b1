// The cross-hair: an upright line and a dot on every line it meets. They are elements over the canvas,
// so that moving them does not repaint it.

import { STYLE_COUNT } from '#explorer/chart/scene/colours.ts';

export interface Dot {
  /** CSS pixels from the top of the plot. */
  readonly top: number;
  readonly style: number;
}

export class CursorMarks {
  readonly #over: HTMLElement;
  readonly #line = document.createElement('div');
  readonly #dots: HTMLElement[] = [];

  constructor(over: HTMLElement) {
    this.#over = over;
    this.#line.className = 'chart-cursor';
    this.#line.hidden = true;
    over.append(this.#line);
  }

  hide(): void {
    this.#line.hidden = true;
    for (const dot of this.#dots) dot.hidden = true;
  }

  place(left: number, dots: readonly Dot[]): void {
    this.#line.hidden = false;
    this.#line.style.transform = `translateX(${Math.round(left)}px)`;
    while (this.#dots.length < dots.length) this.#addDot();
    this.#dots.forEach((element, i) => {
      const dot = dots[i];
      element.hidden = dot === undefined;
      if (!dot) return;
      element.className = `chart-dot chart-style-${(dot.style % STYLE_COUNT) + 1}`;
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(dot.top)}px)`;
    });
  }

  #addDot(): void {
    const dot = document.createElement('div');
    this.#dots.push(dot);
    this.#over.append(dot);
  }
}
