// Imported before the chart library, by the files that import that: the page loads in parts. Some browsers
// report a language that Intl refuses (in the C locale, Chromium reports `en-US@posix`), and the chart library
// passes it to Intl as it loads.

function isAccepted(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}

if (!isAccepted(navigator.language)) {
  Object.defineProperty(navigator, 'language', { value: 'en-GB', configurable: true });
}
