import { feedPaths } from '../domain/feeds/addresses.ts';
import { feedId, feedNotes, feedOf, type Feed, type FeedSite } from '../domain/feeds/feed.ts';
import { sitemapPages, type SitemapEntry } from '../domain/feeds/sitemap.ts';
import { groupedBy } from '../domain/collection.ts';
import { paths } from '../domain/paths.ts';
import { environment } from '../server/env.ts';
import { siteIdentity } from '../server/site.ts';
import { publicNotes, type NoteEntry } from './notes.ts';
import { cacheKeyOf, listPages, notePages, personPages, tagPages } from './pages.ts';
import { thisBuild } from './this-build.ts';

/** What a page of one feed's formats gets. The feed is made only when the page is. */
export type FeedPage = { feed: () => Feed };

type FeedRoute<Params> = { params: Params; props: FeedPage; cacheKey: string };

/** The newest public notes of the whole site. */
export async function siteFeed(): Promise<Feed> {
  const { title, description } = siteIdentity();
  const about = { id: feedId(feedSite(), 'notes'), title, description, base: '', page: paths.home };
  return feedFrom(about, await publicNotes());
}

/** One feed for each tag in use. */
export async function tagFeeds(): Promise<FeedRoute<{ tag: string }>[]> {
  const groups = groupedBy(await publicNotes(), ({ note }) => note.tags);
  const { title } = siteIdentity();
  return [...groups].map(([tag, notes]) => {
    const about = {
      id: feedId(feedSite(), `tag/${encodeURIComponent(tag)}`),
      title: `#${tag} · ${title}`,
      description: `Notes tagged ${tag}, the newest first.`,
      base: feedPaths.ofTag(tag),
      page: paths.tag(tag),
    };
    return { params: { tag }, ...feedRoute(about, notes) };
  });
}

/** One feed for everyone who has a public note. */
export async function personFeeds(): Promise<FeedRoute<{ handle: string }>[]> {
  const groups = groupedBy(await publicNotes(), ({ author }) => [author.handle]);
  const { title } = siteIdentity();
  return [...groups].flatMap(([handle, notes]) => {
    const author = notes[0]?.author;
    if (!author) return [];
    const about = {
      id: feedId(feedSite(), `person/${author.id}`),
      title: `${author.name} · ${title}`,
      description: `Notes by ${author.name}, the newest first.`,
      base: feedPaths.ofPerson(handle),
      page: paths.person(handle),
    };
    return [{ params: { handle }, ...feedRoute(about, notes) }];
  });
}

/** The Markdown file of every public note: one that is unlisted has none. */
export async function noteSources() {
  return (await notePages()).filter(({ props }) => props.entry.note.visibility === 'public');
}

/** Every announced address of the site, cut into as many files as the protocol asks for. */
export async function sitemapFiles() {
  const notes = await publicNotes();
  const newest = (entries: readonly NoteEntry[]) =>
    entries.map(({ note }) => note.updatedAt).reduce((a, b) => (a > b ? a : b), '') || undefined;
  const entries: SitemapEntry[] = [
    { path: paths.home, changedAt: newest(notes) },
    ...(await listPages()).map(({ props: { page } }) => ({
      path: paths.list(page.number),
      changedAt: newest(page.items),
    })),
    ...(groupedBy(notes, ({ note }) => note.tags).size > 0 ? [{ path: paths.tags }] : []),
    ...(await tagPages()).map(({ props: { tag, page } }) => ({
      path: paths.tag(tag, page.number),
      changedAt: newest(page.items),
    })),
    ...(await personPages()).map((person) => ({
      path: paths.person(person.params.handle),
      changedAt: newest(person.props.notes),
    })),
    ...notes.map(({ note }) => ({ path: paths.note(note), changedAt: note.updatedAt })),
  ];
  return sitemapPages(entries);
}

function feedSite(): FeedSite {
  const { url, title } = siteIdentity();
  return { url, title, hub: environment().WEBSUB_HUB_URL };
}

type About = Omit<Feed, 'entries' | 'updatedAt' | 'site'>;

function feedFrom(about: About, notes: readonly NoteEntry[]): Feed {
  return feedOf({ ...about, site: feedSite() }, notes, new Date(thisBuild().timestamp).toISOString());
}

function feedRoute(about: About, notes: readonly NoteEntry[]): { props: FeedPage; cacheKey: string } {
  return {
    props: { feed: () => feedFrom(about, notes) },
    cacheKey: cacheKeyOf(feedNotes(notes), about.base, about.title),
  };
}
