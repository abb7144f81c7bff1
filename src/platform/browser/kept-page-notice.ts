import { publishedBuild } from './app-version.ts';
import { reloadButton } from './errors.ts';

const retryMs = 10_000;

/**
 * Makes screen readers announce the line that says that a page is a copy: a live region announces only changes. Once the
 * network answers, the line links to the page itself.
 */
export function speak(line: HTMLElement): void {
  const text = [...line.childNodes];
  line.replaceChildren();
  const check = async () => {
    const isOver = () => line.querySelector('button') !== null;
    if (isOver() || document.visibilityState !== 'visible' || !(await answers()) || isOver()) return;
    line.append(' You’re back online. ', reloadButton('Load the latest version'));
  };
  setTimeout(() => {
    line.replaceChildren(...text);
    void check();
  }, 100);
  setInterval(() => void check(), retryMs);
  addEventListener('online', () => void check());
}

function answers(): Promise<boolean> {
  return publishedBuild(Date.now()).then(
    () => true,
    () => false,
  );
}
