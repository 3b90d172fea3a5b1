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

/** The name of a guide: a folder of docs, at most one within it, and the page. */
export const GUIDE_NAME = /(?:[\w-]+\/){1,2}[\w-]+/;

const ENTRY = new RegExp(`^- \\[([^\\]]+)\\]\\((${GUIDE_NAME.source})\\.md\\): (.+)$`);

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

/** The name under which a guide is found today: pages on running a server have a folder of their own since 0.1. */
export function guideToday(name: string, isGuide: (name: string) => boolean): string {
  const inFolder = name.replace(/^how-to\//, 'how-to/run/');
  return !isGuide(name) && isGuide(inFolder) ? inFolder : name;
}
