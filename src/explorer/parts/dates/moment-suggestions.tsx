// Buttons for what a fault's "did you mean" names.

import { suggestionsIn } from '#view/values/read-moment';

interface MomentSuggestionsProps {
  readonly fault: string;
  readonly onPick: (text: string) => void;
}

export function MomentSuggestions({ fault, onPick }: MomentSuggestionsProps) {
  const texts = suggestionsIn(fault);
  if (texts.length === 0) return null;
  return (
    <p className="moment-suggestions">
      {texts.map((text) => (
        <button
          key={text}
          type="button"
          className="button"
          // The field keeps the focus: leaving it would apply what is typed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(text)}
        >
          Use {text}
        </button>
      ))}
    </p>
  );
}
