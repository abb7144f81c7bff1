import { addressList, oneTab } from './addresses.ts';
import { copyPage } from './copy-page.ts';
import { genericCsv } from './csv-generic.ts';
import { highlightsCsv } from './csv-highlights.ts';
import { instapaperCsv } from './csv-instapaper.ts';
import { pocketCsv } from './csv-pocket.ts';
import { raindropCsv } from './csv-raindrop.ts';
import { readwiseCsv } from './csv-readwise.ts';
import { csvReader } from './csv.ts';
import { enex } from './enex.ts';
import type { Format } from './format.ts';
import { highlightsMarkdown } from './highlights-markdown.ts';
import { jsonReader, unknownJson } from './json.ts';
import { karakeepJson } from './karakeep.ts';
import { kindleClippings } from './kindle.ts';
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
  jsonReader(karakeepJson),
  jsonReader(omnivoreJson),
  jsonReader(wallabagJson),
  unknownJson,
  csvReader(instapaperCsv),
  csvReader(pocketCsv),
  csvReader(raindropCsv),
  csvReader(readwiseCsv),
  csvReader(genericCsv),
  kindleClippings,
  oneTab,
  addressList,
  notionPage,
  markdown,
];
