// The guides by groups, read from the map of the docs (docs/README.md). Pure.

export interface GuideEntry {
  /** `how-to/import`: its path in docs, and in the page's address after /docs/guides. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
}

export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly GuideEntry[];
}

const ENTRY = /^- \[([^\]]+)\]\(([\w-]+\/[\w-]+)\.md\): (.+)$/;

/** Reads the map. What is no page of the docs is left out. */
export function readGuideList(map: string): GuideGroup[] {
  const groups: { title: string; guides: GuideEntry[] }[] = [];
  for (const line of map.split('\n')) {
    if (line.startsWith('## ')) groups.push({ title: line.slice(3), guides: [] });
    const [, title, name, about] = ENTRY.exec(line) ?? [];
    if (name) groups.at(-1)?.guides.push({ name, title: title!, about: about! });
  }
  return groups.filter(({ guides }) => guides.length > 0);
}
