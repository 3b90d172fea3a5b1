// The series chosen last in this tab. Only codes are kept, and they end with the tab.

const STORAGE_KEY = 'gridtide-recent';
const MOST_KEPT = 8;

export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
  } catch {
    return [];
  }
}

export function keepRecent(code: string): void {
  const codes = [code, ...readRecent().filter((other) => other !== code)].slice(0, MOST_KEPT);
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(codes));
  } catch {
    // Private windows may have no storage: the choice is then not remembered.
  }
}
