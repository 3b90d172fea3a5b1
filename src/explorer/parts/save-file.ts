// Hands a file made in the page to the browser's downloads.

/** The time that the browser has to read the file. */
const KEPT_MS = 60_000;

export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
