// Imported before everything else. Some browsers report a language that Intl then refuses (started in
// the C locale, Chromium says `en-US@posix`), and the chart library asks Intl for it as it loads.

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
