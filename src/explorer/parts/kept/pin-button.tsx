// A star that pins a series.

interface PinButtonProps {
  readonly code: string;
  readonly isPinned: boolean;
  readonly onToggle: () => void;
}

export const PinButton = ({ code, isPinned, onToggle }: PinButtonProps) => (
  <button type="button" className="button" aria-pressed={isPinned} onClick={onToggle}>
    <StarIcon isFilled={isPinned} /> {isPinned ? 'Unpin' : 'Pin'}
    <span className="hidden-text"> {code}</span>
  </button>
);

export const StarIcon = ({ isFilled }: { readonly isFilled: boolean }) => (
  <svg className="star-icon" width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
    <path
      d="m8 1.8 1.9 4 4.3.6-3.1 3 .8 4.4L8 11.7l-3.9 2.1.8-4.4-3.1-3 4.3-.6z"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinejoin="round"
    />
  </svg>
);
