// The legend's entry for the bands: a sample of them, and their switch.

interface BandSwitchProps {
  readonly label: string;
  readonly isShown: boolean;
  readonly onToggle: (isShown: boolean) => void;
}

export function BandSwitch({ label, isShown, onToggle }: BandSwitchProps) {
  return (
    <button type="button" aria-pressed={isShown} onClick={() => onToggle(!isShown)}>
      <svg className="chart-sample forecasts-bands" width="28" height="14" aria-hidden="true">
        <rect width="28" height="14" rx="2" />
        <rect y="3" width="28" height="8" />
      </svg>
      <span className="chart-legend-label">{label}</span>
    </button>
  );
}
