// The frame before the server has answered: the same as in index.html, so that nothing moves.

import type { ReactNode } from 'react';

export const PageFrame = ({ children }: { readonly children?: ReactNode }) => (
  <>
    <header className="shell-header">
      <span className="shell-brand">
        <img src="/favicon.svg" alt="" />
        Gridtide
      </span>
    </header>
    <main className="shell-main">
      {children ?? (
        <>
          <p className="hidden-text" role="status">
            Loading…
          </p>
          <div className="card shell-skeleton" />
        </>
      )}
    </main>
  </>
);
