// What is being done right now: one line that rewrites itself on a terminal, a line a stage elsewhere.

const startedAt = performance.now();

const elapsed = (): string => {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** A stage of the run. */
export function showStage(text: string): void {
  process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${elapsed()}  ${text}\n`);
}

/** A step within the stage; terminals only. */
export function showStep(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${elapsed()}    ${text}`);
}

export function clearStep(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
