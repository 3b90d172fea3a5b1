// The full screen, which the key `f` and the menu switch.

/** Fills the screen with the card of the first chart, or else with the page's content. */
export function toggleFullScreen(): void {
  const filling = document.querySelector('.card:has(.chart)') ?? document.querySelector('main');
  // A browser that refuses leaves the page as it is.
  const refused = (): void => {};
  if (document.fullscreenElement) document.exitFullscreen().catch(refused);
  else filling?.requestFullscreen().catch(refused);
}
