// Text with `code` and **strong** parts, as descriptions are written.

const PARTS = /(`[^`]+`|\*\*[^*]+\*\*)/;

export function InlineText({ text }: { readonly text: string }) {
  return text.split(PARTS).map((part, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move
    if (part.startsWith('`')) return <code key={i}>{part.slice(1, -1)}</code>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move
    if (part.startsWith('**')) return <strong key={i}>{part.slice(2, -2)}</strong>;
    return part;
  });
}
