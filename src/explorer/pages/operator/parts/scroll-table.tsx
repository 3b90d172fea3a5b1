// A table of an operator's page that may be wider than its card: it is scrolled by mouse and keyboard.

import type { ReactNode } from 'react';

interface ScrollTableProps {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly titles: readonly string[];
  /** The title of a last column of buttons, which only screen readers read. */
  readonly actions?: string | undefined;
  readonly children: ReactNode;
}

export function ScrollTable({ label, titles, actions, children }: ScrollTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="operator-scroll" tabIndex={0} aria-label={label}>
      <table className="operator-table">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {actions !== undefined && (
              <th>
                <span className="hidden-text">{actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
