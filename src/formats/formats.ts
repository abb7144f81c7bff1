import { addressList, oneTab } from './addresses.ts';
import { copyPage } from './copy-page.ts';
import { bibtex } from './bibtex.ts';
import { cslJson } from './csl-json.ts';
import { genericCsv } from './csv-generic.ts';
import { highlightsCsv } from './csv-highlights.ts';
import { instapaperCsv } from './csv-instapaper.ts';
import { linkdingCsv } from './csv-linkding.ts';
import { matterCsv } from './csv-matter.ts';
import { pocketCsv } from './csv-pocket.ts';
import { raindropCsv } from './csv-raindrop.ts';
import { readwiseHighlightsCsv } from './csv-readwise-highlights.ts';
import { readwiseCsv } from './csv-readwise.ts';
import { zoteroCsv } from './csv-zotero.ts';
import { csvReader } from './csv.ts';
import { enex } from './enex.ts';
import type { Format } from './format.ts';
import { hackerNewsList, hackerNewsSearch } from './hacker-news.ts';
import { highlightsMarkdown } from './highlights-markdown.ts';
import { hypothesisJson } from './hypothesis.ts';
import { anyJson } from './json-any.ts';
import { linkdingJson, pinboardJson, readabilityJson, shaarliJson } from './json-bookmarks.ts';
import { chromeJson, firefoxJson } from './json-browsers.ts';
import { jsonReader } from './json.ts';
import { karakeepJson } from './karakeep.ts';
import { kindleClippings } from './kindle.ts';
import { linkwardenJson } from './linkwarden.ts';
import { markdown } from './markdown.ts';
import { netscape } from './netscape.ts';
import { notionPage } from './notion.ts';
import { omnivoreJson } from './omnivore.ts';
import { opml } from './opml.ts';
import { ownJson } from './own.ts';
import { pocketHtml } from './pocket-html.ts';
import { wallabagJson } from './wallabag.ts';
import { xbel } from './xbel.ts';

/** Everything that can be read. Which one reads a file is found out by looking at it, in no order. */
export const formats: readonly Format[] = [
  jsonReader(ownJson),
  copyPage,
  highlightsMarkdown,
  csvReader(highlightsCsv),
  netscape,
  pocketHtml,
  xbel,
  opml,
  enex,
  karakeepJson,
  linkwardenJson,
  omnivoreJson,
  wallabagJson,
  pinboardJson,
  linkdingJson,
  shaarliJson,
  readabilityJson,
  hypothesisJson,
  chromeJson,
  firefoxJson,
  hackerNewsList,
  hackerNewsSearch,
  cslJson,
  anyJson,
  csvReader(instapaperCsv),
  csvReader(pocketCsv),
  csvReader(raindropCsv),
  csvReader(readwiseCsv),
  csvReader(readwiseHighlightsCsv),
  csvReader(matterCsv),
  csvReader(linkdingCsv),
  csvReader(zoteroCsv),
  csvReader(genericCsv),
  bibtex,
  kindleClippings,
  oneTab,
  addressList,
  notionPage,
  markdown,
];
