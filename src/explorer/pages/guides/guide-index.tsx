// The list of guides beside a guide. On a phone it opens by a button.

import { guideGroups } from 'virtual:guides';
import { useState } from 'react';
import { ViewLink } from '#explorer/parts/view-link.tsx';

export function GuideIndex({ current }: { readonly current: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="guide-index" data-open={isOpen}>
      <p className="guide-index-up">
        <ViewLink to={{ page: 'reference' }}>API reference</ViewLink>
        <ViewLink to={{ page: 'guides', guide: '' }} isCurrent={current === ''}>
          All guides
        </ViewLink>
      </p>
      <button
        type="button"
        className="button guide-index-toggle"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide the list' : 'Show the list'}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link is clicked by keyboard too */}
      <nav aria-label="Guides" onClick={() => setOpen(false)}>
        {guideGroups.map(({ title, guides }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {guides.map(({ name, title: guideTitle }) => (
                <li key={name}>
                  <ViewLink to={{ page: 'guides', guide: name }} isCurrent={name === current}>
                    {guideTitle}
                  </ViewLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}
