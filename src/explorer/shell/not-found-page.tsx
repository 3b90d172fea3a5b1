// What an address shows that no page has.

import { ViewLink } from '#explorer/parts/view-link.tsx';
import { START } from '#view/address/address';

export const NotFoundPage = () => (
  <section className="card">
    <h1>This page does not exist</h1>
    <p>
      Find a series with <kbd>Ctrl K</kbd>, or go to the <ViewLink to={START}>start page</ViewLink>.
    </p>
  </section>
);
