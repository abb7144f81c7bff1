/** Marks in the table of contents the part that is being read: the last heading that has passed the upper third. */
export function followContents(toc: HTMLElement): void {
  const links = [...toc.querySelectorAll('a')];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const mark = () => {
    const at = headings.findLastIndex((heading) => heading && heading.getBoundingClientRect().top < innerHeight / 3);
    links.forEach((link, index) => {
      if (index === at) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    });
  };
  let asked = false;
  addEventListener(
    'scroll',
    () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
