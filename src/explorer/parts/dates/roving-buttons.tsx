// Buttons of which one is a stop for the Tab key. Arrow keys, Home and End move between them.

import { type KeyboardEvent, type ReactNode, useState } from 'react';

export interface RovingButton {
  readonly id: string;
  readonly content: ReactNode;
  readonly isPressed?: boolean;
}

interface RovingButtonsProps {
  readonly label: string;
  readonly className: string;
  readonly buttons: readonly RovingButton[];
  readonly onChoose: (id: string) => void;
}

export function RovingButtons({ label, className, buttons, onChoose }: RovingButtonsProps) {
  const [wanted, setWanted] = useState(0);
  const active = Math.min(wanted, buttons.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextButton(event.key, active, buttons.length);
    if (next === undefined) return;
    event.preventDefault();
    setWanted(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box everywhere
    <div className={className} role="group" aria-label={label} onKeyDown={onKeyDown}>
      {buttons.map(({ id, content, isPressed }, at) => (
        <button
          key={id}
          type="button"
          tabIndex={at === active ? 0 : -1}
          aria-pressed={isPressed}
          onClick={() => onChoose(id)}
          onFocus={() => setWanted(at)}
        >
          {content}
        </button>
      ))}
    </div>
  );
}

function nextButton(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown' || key === 'ArrowRight') return Math.min(active + 1, count - 1);
  if (key === 'ArrowUp' || key === 'ArrowLeft') return Math.max(active - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
