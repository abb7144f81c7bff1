const nothing = /^$/;

/**
 * What some hooks of Astro's are asked about, by the names of its plugins. The compiler would ask them in JavaScript of
 * every import or every module, fifteen thousand times in all, to be told nearly each time that it is none of theirs.
 */
export const askedOnly = [
  { pluginNamePattern: ['astro:session-provider'], resolveId: { id: /\/session\/provider\.js$/ } },
  // Routes are files of ours and, for images, one of Astro's.
  { pluginNamePattern: ['astro:routes'], transform: { id: /\/src\/pages\/|\/astro\/dist\/assets\/endpoint\// } },
  // No page is written in Markdown, whose images would be found beside it, and no script is added to all pages.
  { pluginNamePattern: ['astro:markdown'], resolveId: { id: nothing } },
  { pluginNamePattern: ['astro:scripts:page-ssr'], transform: { id: nothing } },
];
