// What the build makes of the docs (src/explorer/build/guide-plugin.ts).

declare module 'virtual:guides' {
  export const guideGroups: readonly import('#explorer/build/guide-list.ts').GuideGroup[];
  /** Loads each guide, by its name. */
  export const guideLoaders: Readonly<
    Record<string, () => Promise<import('#explorer/build/render-markdown.ts').RenderedPage>>
  >;
}
