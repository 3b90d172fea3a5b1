// Names as chips in a row, each pressed or not.

import '#explorer/parts/chips/chips.css';

interface Chip {
  readonly name: string;
  readonly hint?: string | undefined;
  readonly isPressed: boolean;
}

interface ChipsProps {
  /** What the chips are, in sight. */
  readonly title: string;
  /** The same for the ear; the title by default. */
  readonly label?: string;
  readonly chips: readonly Chip[];
  readonly onPress: (name: string) => void;
}

export const Chips = ({ title, label = title, chips, onPress }: ChipsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box everywhere
  <div className="chips-row" role="group" aria-label={label}>
    <span className="small dim" aria-hidden="true">
      {title}
    </span>
    {chips.map(({ name, hint, isPressed }) => (
      <button
        key={name}
        type="button"
        title={hint}
        aria-pressed={isPressed}
        onClick={() => onPress(name)}
      >
        {name}
      </button>
    ))}
  </div>
);
