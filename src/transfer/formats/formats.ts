import { addressList, oneTab } from './text/addresses.ts';
import { copyPage } from './documents/copy-page.ts';
import { bibtex } from './text/bibtex.ts';
import { highlightsCsv } from './csv/csv-highlights.ts';
import {
  diigoCsv,
  genericCsv,
  instapaperCsv,
  karakeepCsv,
  linkdingCsv,
  matterCsv,
  pocketCsv,
  raindropCsv,
  wallabagCsv,
  youTubeCsv,
  zoteroCsv,
} from './csv/csv-programs.ts';
import { goodreadsCsv, letterboxdCsv } from './csv/csv-works.ts';
import { githubStars } from './json/github-stars.ts';
import { googlePlacesJson } from './json/google-places.ts';
import { blueskyJson } from './json/posts/bluesky.ts';
import { dayOneJson } from './json/notes/day-one.ts';
import { mastodonJson } from './json/posts/mastodon.ts';
import { roamJson } from './json/notes/roam.ts';
import { simplenoteJson } from './json/notes/simplenote.ts';
import { standardNotesJson } from './json/notes/standard-notes.ts';
import { feed } from './markup/feed.ts';
import { wordPress } from './markup/wordpress.ts';
import { linkdingJson, pinboardJson, readabilityJson, shaarliJson } from './json/json-bookmarks.ts';
import { instapaperHtml, pocketHtml } from './markup/reading-lists.ts';
import { readwiseHighlightsCsv, readwiseCsv } from './csv/csv-readwise.ts';
import { cslJson } from './json/csl-json.ts';
import { csvReader } from './csv/csv.ts';
import { enex } from './markup/enex.ts';
import type { Format } from './format.ts';
import { hackerNewsList, hackerNewsSearch } from './json/posts/hacker-news.ts';
import { highlightsMarkdown } from './documents/highlights-markdown.ts';
import { hypothesisJson } from './json/hypothesis.ts';
import { jsonReader, anyJson } from './json/json.ts';
import { chromeJson, firefoxJson } from './json/json-browsers.ts';
import { keepJson } from './json/notes/keep.ts';
import { karakeepJson } from './json/karakeep.ts';
import { kindleClippings } from './text/kindle.ts';
import { linkwardenJson } from './json/linkwarden.ts';
import { markdown } from './documents/markdown.ts';
import { netscape } from './markup/netscape.ts';
import { notionHtml, notionPage } from './documents/notion.ts';
import { omnivoreJson } from './json/omnivore.ts';
import { opml } from './markup/opml.ts';
import { pinboardXml } from './markup/posts.ts';
import { ownJson } from './json/own.ts';
import { ris } from './text/ris.ts';
import { starredJson } from './json/starred.ts';
import { twitterArchive } from './json/posts/twitter.ts';
import { readwiseJson } from './json/readwise.ts';
import { readerJson } from './json/readwise-reader.ts';
import { wallabagJson } from './json/wallabag.ts';
import { wallabagXml } from './markup/wallabag-xml.ts';
import { xbel } from './markup/xbel.ts';

/** All formats that can be read, in any order: a file's format is recognised by its contents. */
export const formats: readonly Format[] = [
  jsonReader(ownJson),
  copyPage,
  highlightsMarkdown,
  csvReader(highlightsCsv),
  netscape,
  pocketHtml,
  instapaperHtml,
  pinboardXml,
  wallabagXml,
  xbel,
  opml,
  feed,
  wordPress,
  enex,
  karakeepJson,
  linkwardenJson,
  omnivoreJson,
  wallabagJson,
  pinboardJson,
  linkdingJson,
  shaarliJson,
  readabilityJson,
  readwiseJson,
  readerJson,
  hypothesisJson,
  chromeJson,
  firefoxJson,
  hackerNewsList,
  hackerNewsSearch,
  starredJson,
  keepJson,
  twitterArchive,
  cslJson,
  blueskyJson,
  googlePlacesJson,
  githubStars,
  mastodonJson,
  simplenoteJson,
  dayOneJson,
  standardNotesJson,
  roamJson,
  anyJson,
  csvReader(instapaperCsv),
  csvReader(pocketCsv),
  csvReader(raindropCsv),
  csvReader(readwiseCsv),
  csvReader(readwiseHighlightsCsv),
  csvReader(matterCsv),
  csvReader(karakeepCsv),
  csvReader(linkdingCsv),
  csvReader(diigoCsv),
  csvReader(youTubeCsv),
  csvReader(zoteroCsv),
  csvReader(goodreadsCsv),
  csvReader(letterboxdCsv),
  csvReader(wallabagCsv),
  csvReader(genericCsv),
  bibtex,
  ris,
  kindleClippings,
  oneTab,
  addressList,
  notionPage,
  notionHtml,
  markdown,
];
