import { addressList, oneTab } from './text/addresses.ts';
import { copyPage } from './documents/copy-page.ts';
import { bibtex } from './text/bibtex.ts';
import { cslJson } from './json/csl-json.ts';
import { genericCsv } from './csv/csv-generic.ts';
import { highlightsCsv } from './csv/csv-highlights.ts';
import { instapaperCsv } from './csv/csv-instapaper.ts';
import { linkdingCsv } from './csv/csv-linkding.ts';
import { matterCsv } from './csv/csv-matter.ts';
import { pocketCsv } from './csv/csv-pocket.ts';
import { raindropCsv } from './csv/csv-raindrop.ts';
import { readwiseHighlightsCsv } from './csv/csv-readwise-highlights.ts';
import { readwiseCsv } from './csv/csv-readwise.ts';
import { zoteroCsv } from './csv/csv-zotero.ts';
import { csvReader } from './csv/csv.ts';
import { enex } from './markup/enex.ts';
import type { Format } from './format.ts';
import { hackerNewsList, hackerNewsSearch } from './json/hacker-news.ts';
import { highlightsMarkdown } from './documents/highlights-markdown.ts';
import { hypothesisJson } from './json/hypothesis.ts';
import { anyJson } from './json/json-any.ts';
import { linkdingJson, pinboardJson, readabilityJson, shaarliJson } from './json/json-bookmarks.ts';
import { chromeJson, firefoxJson } from './json/json-browsers.ts';
import { jsonReader } from './json/json.ts';
import { karakeepJson } from './json/karakeep.ts';
import { kindleClippings } from './text/kindle.ts';
import { linkwardenJson } from './json/linkwarden.ts';
import { markdown } from './documents/markdown.ts';
import { netscape } from './markup/netscape.ts';
import { notionPage } from './documents/notion.ts';
import { omnivoreJson } from './json/omnivore.ts';
import { opml } from './markup/opml.ts';
import { ownJson } from './json/own.ts';
import { pocketHtml } from './markup/pocket-html.ts';
import { wallabagJson } from './json/wallabag.ts';
import { xbel } from './markup/xbel.ts';

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
