import type { Element, Root } from 'hast';
import GithubSlugger from 'github-slugger';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';

/** The note's title is the page's only h1, so a body that uses h1 moves down a level. Headings get ids to link to. */
export function nameHeadings() {
  return (tree: Root) => {
    const headings: Element[] = [];
    visit(tree, 'element', (node) => {
      if (/^h[1-6]$/.test(node.tagName) && node.properties.id !== 'footnote-label') headings.push(node);
    });
    const shift = headings.some((heading) => heading.tagName === 'h1') ? 1 : 0;
    const slugger = new GithubSlugger();
    for (const heading of headings) {
      heading.tagName = `h${Math.min(6, Number(heading.tagName[1]) + shift)}`;
      heading.properties.id ??= `h-${slugger.slug(textOf(heading))}`;
    }
  };
}

/** Links to elsewhere are a writer's, not the site's: search engines and the target are told so. Images wait, tasks are named. */
export function markExternalLinks() {
  return (tree: Root) => {
    visit(tree, 'element', (node) => {
      if (node.tagName === 'a' && /^https?:/i.test(String(node.properties.href ?? ''))) {
        node.properties.rel = ['ugc', 'noopener'];
      }
      if (node.tagName === 'img') {
        node.properties.loading = 'lazy';
        node.properties.decoding = 'async';
      }
      // The box of a task stands before its text, and has no label of its own.
      if (node.tagName === 'input') node.properties.ariaLabel = node.properties.checked ? 'Done' : 'To do';
    });
  };
}
