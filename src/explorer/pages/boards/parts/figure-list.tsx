// Figures in large type, each with its name and a note.

export interface ShownFigure {
  readonly name: string;
  readonly text: string;
  readonly note: string;
}

interface FigureListProps {
  /** What the figures are of, with their unit. */
  readonly label: string;
  readonly figures: readonly ShownFigure[];
}

/** A list of figures that looks like that of Explore. */
export const FigureList = ({ label, figures }: FigureListProps) => (
  <dl className="explore-stats" aria-label={label}>
    {figures.map(({ name, text, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="figure">{text}</dd>
        <dd className="explore-stats-note">{note}</dd>
      </div>
    ))}
  </dl>
);
