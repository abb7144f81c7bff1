import type { ListedNote } from '../../reading/model/content.ts';
import { limits } from '../../platform/model/limits.ts';
import { paths } from '../../platform/model/paths.ts';
import { feedPaths, feedFiles } from './addresses.ts';

/** What crawlers may read, and where the addresses are listed. */
export function robotsTxt(siteUrl: string): string {
  const closed = ['/api/', paths.write, paths.inbox, paths.user];
  return [
    'User-agent: *',
    'Allow: /api/oembed',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}${feedPaths.sitemap}`,
    '',
  ].join('\n');
}

type Site = { url: string; title: string; description: string };

/** The site for language models (llmstxt.org): what it is, and the newest notes (all public) as Markdown files. */
export function llmsTxt(site: Site, notes: readonly ListedNote[]): string {
  const link = (name: string, path: string, about = '') =>
    `- [${markdownText(name)}](${site.url}${path})${about && `: ${markdownText(about)}`}`;
  return [
    `# ${site.title}`,
    `> ${site.description}`,
    `Every public note is a Markdown file with front matter at its address with \`.md\` at the end. Lists have ${limits.pageSize} notes a page.`,
    '## Newest notes',
    notes.map(({ note, excerpt }) => link(note.title, feedPaths.noteSource(note), excerpt)).join('\n'),
    '## Everything',
    [
      link('All notes', paths.list(1)),
      link('Sitemap', feedPaths.sitemap),
      link('Atom feed', `/${feedFiles.atom}`),
      link('JSON Feed', `/${feedFiles.json}`),
      link('API description (OpenAPI)', '/api/openapi.json'),
    ].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\[\]`*_<>]/g, '\\$&');
}
