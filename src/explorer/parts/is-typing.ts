// Whether a key belongs to a field or a dialog, and not to the page.

export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
