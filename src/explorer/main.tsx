// Starts the page.

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#explorer/app.tsx';
import { followPreferences } from '#explorer/shell/apply-preferences.ts';
import '#explorer/styles/tokens.css';
import '#explorer/styles/base.css';
import '#explorer/styles/shapes.css';
import '#explorer/shell/shell.css';

followPreferences();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
