import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import type { Paging } from '../../../src/platform/browser/use-query.ts';
import { ListEnd } from '../../../src/ui/Loading.tsx';
import { Pagination } from '../../../src/ui/static/Pagination.tsx';

const pathOf = (page: number) => `/list/${page}`;
const ignore = () => undefined;

describe('numbered pages', () => {
  test('link to the previous and next page, and nowhere beyond the ends', () => {
    const second = renderToStaticMarkup(<Pagination number={2} count={3} pathOf={pathOf} />);
    expect(second).toContain('rel="prev" href="/list/1">Newer');
    expect(second).toContain('Page 2 of 3');
    expect(second).toContain('rel="next" href="/list/3">Older');
    expect(renderToStaticMarkup(<Pagination number={1} count={3} pathOf={pathOf} />)).not.toContain('Newer');
    expect(renderToStaticMarkup(<Pagination number={3} count={3} pathOf={pathOf} />)).not.toContain('Older');
    expect(renderToStaticMarkup(<Pagination number={1} count={1} pathOf={pathOf} />)).toBe('');
  });

  test('are buttons without addresses', () => {
    const pressed = renderToStaticMarkup(<Pagination number={1} count={2} onPage={ignore} />);
    expect(pressed).toMatch(/<button type="button" [^>]*>Older/);
    expect(pressed).not.toContain('href');
  });
});

describe('the end of a list', () => {
  const done: Paging = { busy: false, failure: undefined, more: false, load: ignore };
  const problem = { title: 'Busy', detail: 'Come back later.' };
  const end = (paging: Partial<Paging>, any: boolean) =>
    renderToStaticMarkup(
      <ListEnd of="your notes" paging={{ ...done, ...paging }} any={any} more="Show older notes">
        Nothing yet.
      </ListEnd>,
    );

  test('shows one thing at a time: loading, a failure, a way to load more, or that it is empty', () => {
    expect(end({ busy: true, more: true }, true)).toContain('Loading your notes');
    expect(end({ failure: { ok: false, status: 503, problem }, more: true }, true)).toMatch(
      /Couldn’t load your notes.*Come back later.*Try again/,
    );
    expect(end({ failure: { ok: false, status: 0, problem } }, false)).toContain('The server couldn’t be reached.');
    expect(end({ more: true }, true)).toMatch(/^<button[^>]*>Show older notes<\/button>$/);
    expect(end({}, false)).toBe('Nothing yet.');
    expect(end({}, true)).toBe('');
  });

  test('offers somebody who was signed out meanwhile to sign in and come back, not to try again', () => {
    vi.stubGlobal('location', { pathname: '/user', search: '', hash: '#bin' });
    const detail = 'Nothing was changed: you’re signed out.';
    const refused = end({ failure: { ok: false, status: 401, problem: { title: 'Unauthorized', detail } } }, true);
    expect(refused).toMatch(/You’re signed out.*href="\/signin\?redirect=%2Fuser%23bin".*Sign in/);
    expect(refused).not.toMatch(/Try again|Nothing was changed/);
    vi.unstubAllGlobals();
  });
});
