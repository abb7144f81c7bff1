import { MarkdownWriter } from '../markup/html-markdown.ts';
import { targetOf } from '../../model/as-markdown.ts';
import type { Attributes, Tag } from '../markup/html-tokens.ts';

import {
  classOf,
  isInvisibleTag,
  ignoreContent,
  propertyTable,
  textHandler,
  type OpenTag,
  type Property,
  type TagHandler,
} from './notion-properties.ts';

/** Elements that are nested deeper are ignored. */
const deepest = 200;

/** Elements without an end tag. */
const voids = new Set('area br col embed hr img input link meta source track wbr'.split(' '));

/**
 * Reads a page that Notion exported as HTML, tag by tag: its title, its properties, and its blocks as Markdown. Links and
 * pictures within the export stay paths of files.
 */
export class NotionPage {
  title = '';
  icon = '';
  cover = '';
  readonly properties: Property[] = [];
  readonly #writer = new MarkdownWriter();
  readonly #open: { name: string; zone: TagHandler; end?: TagHandler['onEnd'] }[] = [];
  #beyond = 0;
  /** Notion puts each item into a list of its own; a list that follows immediately continues it. */
  #endedList = '';

  take(token: Tag): void {
    if (token.kind === 'text') this.#open.at(-1)?.zone.onText(token.text);
    else if (token.kind === 'close') this.#close(token.name);
    else if (this.#open.length >= deepest) this.#beyond += voids.has(token.name) ? 0 : 1;
    else {
      const around = this.#open.at(-1)?.zone ?? this.#page;
      const zone = around.onOpen(token) ?? around;
      const end = zone === around ? undefined : zone.onEnd;
      if (voids.has(token.name)) end?.();
      else this.#open.push({ name: token.name, zone, end });
    }
  }

  /** The blocks as Markdown. Call it after the last token. */
  body(): string {
    while (this.#open.length > 0) this.#open.pop()?.end?.();
    this.#endList();
    return this.#writer.text();
  }

  #close(name: string): void {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return;
    }
    const at = this.#open.slice(-20).findLastIndex((zone) => zone.name === name);
    if (at < 0) return;
    const from = Math.max(0, this.#open.length - 20) + at;
    for (const zone of this.#open.splice(from).toReversed()) zone.end?.();
  }

  readonly #page: TagHandler = { onText: () => undefined, onOpen: (token) => this.#around(token) };

  /** Handles an element around the blocks. */
  #around({ name, attributes }: OpenTag): TagHandler | undefined {
    const is = classOf(attributes);
    if (isInvisibleTag(name)) return ignoreContent;
    if (is('page-cover-image')) this.cover = attributes.src ?? '';
    if (is('page-title')) return textHandler((text) => (this.title += text));
    if (is('page-header-icon')) return textHandler((text) => (this.icon += text.trim()));
    if (is('properties')) return propertyTable((property) => this.properties.push(property));
    if (is('page-body')) return this.#blocks;
    if (is('page-description') || is('collection-content'))
      return this.#block({ kind: 'open', name, attributes, line: 0 });
    return undefined;
  }

  readonly #blocks: TagHandler = {
    onText: (text) => this.#write({ kind: 'text', text }),
    onOpen: (token) => this.#block(token),
  };

  #block(token: OpenTag): TagHandler {
    const { name, attributes } = token;
    const { href = '' } = attributes;
    const is = classOf(attributes);
    if (isInvisibleTag(name) || is('table_of_contents')) return ignoreContent;
    if (is('bookmark')) return this.#bookmark(href);
    if (is('katex-display') || is('katex')) return this.#formula(is('katex-display'));
    if (is('checkbox')) {
      this.#write({ ...token, name: 'en-todo', attributes: { checked: String(is('checkbox-on')) } });
      return { ...this.#blocks, onOpen: () => ignoreContent };
    }
    if (is('icon')) return { ...this.#blocks, onEnd: () => this.#write({ kind: 'text', text: ' ' }) };
    // A picture in the export is wrapped in a link to itself.
    const isOwnPicture = !/^https?:/i.test(href) && /\.(png|jpe?g|gif|webp|avif|svg|heic)$/i.test(href);
    const isAnchor = name === 'a' && (href.startsWith('#') || isOwnPicture);
    const isWrapper = /display: *contents/.test(attributes.style ?? '');
    if (isAnchor || isWrapper || name === 'details' || name === 'summary') return this.#blocks;
    if (name === 'pre') return this.#code(token);
    if (is('callout')) return this.#element({ ...token, name: 'blockquote' });
    if (name === 'img') return this.#element(pictureOf(attributes));
    return this.#element(href === '' ? token : { ...token, attributes: { ...attributes, href: pathTo(href) } });
  }

  #element(token: OpenTag): TagHandler {
    this.#write(token);
    const end = () => {
      if (token.name === 'ul' || token.name === 'ol') {
        this.#endList();
        this.#endedList = token.name;
      } else this.#write({ kind: 'close', name: token.name });
    };
    return { ...this.#blocks, ...(!voids.has(token.name) && { onEnd: end }) };
  }

  /** A block of code; its language is in the class of the element inside. */
  #code(token: OpenTag): TagHandler {
    const zone: TagHandler = {
      ...this.#blocks,
      onText: (text) => {
        begin('');
        this.#write({ kind: 'text', text });
      },
      onOpen: ({ attributes }) => {
        begin(/\blanguage-([\w+#-]+)/.exec(attributes.class ?? '')?.[1] ?? '');
        return zone;
      },
      onEnd: () => {
        begin('');
        this.#write({ kind: 'close', name: 'pre' });
      },
    };
    let isStarted = false;
    const begin = (language: string) => {
      if (!isStarted) this.#write({ ...token, attributes: { language: language.toLowerCase() } });
      isStarted = true;
    };
    return zone;
  }

  /** A bookmark card: a link with its title, and the description below. */
  #bookmark(href: string): TagHandler {
    const texts = { title: '', about: '' };
    const zone: TagHandler = {
      ...ignoreContent,
      onOpen: ({ attributes }) => {
        const is = classOf(attributes);
        if (is('bookmark-title')) return textHandler((text) => (texts.title += text));
        return is('bookmark-description') ? textHandler((text) => (texts.about += text)) : zone;
      },
      onEnd: () => {
        const paragraph = (tokens: readonly Tag[]) => {
          for (const each of [opened('p'), ...tokens, { kind: 'close', name: 'p' } as const]) this.#write(each);
        };
        const title = { kind: 'text', text: texts.title.trim() || href } as const;
        paragraph([opened('a', { href }), title, { kind: 'close', name: 'a' }]);
        if (texts.about.trim() !== '') paragraph([{ kind: 'text', text: texts.about }]);
      },
    };
    return zone;
  }

  /** Of a formula, which is rendered in several ways, only the source is used. */
  #formula(isDisplayed: boolean): TagHandler {
    let tex = '';
    const zone: TagHandler = {
      ...ignoreContent,
      onOpen: ({ name }) => (name === 'annotation' ? textHandler((text) => (tex += text)) : zone),
      onEnd: () => {
        const text = tex.trim();
        if (text !== '' && isDisplayed) this.#write(markdown(`$$\n${text}\n$$`, 'block'));
        else if (text !== '') this.#write(markdown(`$${text}$`));
      },
    };
    return zone;
  }

  #write(token: Tag): void {
    const isSpace = token.kind === 'text' && token.text.trim() === '';
    if (this.#endedList !== '' && isSpace) return;
    const goesOn = token.kind === 'open' && token.name === this.#endedList;
    if (goesOn) this.#endedList = '';
    else {
      this.#endList();
      this.#writer.take(token);
    }
  }

  #endList(): void {
    const name = this.#endedList;
    this.#endedList = '';
    if (name !== '') this.#writer.take({ kind: 'close', name });
  }
}

function opened(name: string, attributes: Record<string, string> = {}): OpenTag {
  return { kind: 'open', name, attributes, line: 0 };
}

function markdown(text: string, display = 'inline'): OpenTag {
  return opened('x-markdown', { text, display });
}

function pictureOf({ src = '', alt = '' }: Attributes): OpenTag {
  return markdown(src === '' ? '' : `![${alt.replace(/[\\[\]]/g, '\\$&')}](${targetOf(pathTo(src))})`);
}

/** Escapes brackets in paths of files, since they would end a Markdown link. */
function pathTo(address: string): string {
  const isWay = !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address);
  return isWay ? address.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29')) : address;
}
