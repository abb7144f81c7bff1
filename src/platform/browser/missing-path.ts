import { noRoute } from '../model/page-problem.ts';

/** Where only the file of the 404 page is left to answer, says which path was asked for, as the function does. */
export function sayMissingPath(): void {
  const description = document.querySelector('[data-fill-path] [data-description]');
  if (description) description.textContent = noRoute(asTyped(location.pathname));
}

function asTyped(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
