import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { extendTailwindMerge } from 'tailwind-merge';
import { describe, expect, test, vi } from 'vitest';
import { Avatar } from '../../../src/ui/Avatar.tsx';
import { Button } from '../../../src/ui/Button.tsx';
import { classCache, cn } from '../../../src/ui/cn.ts';
import { Field, Input } from '../../../src/ui/forms/Field.tsx';

const classesOf = (html: string) => (/class="([^"]*)"/.exec(html)?.[1] ?? '').split(' ');

describe('class names', () => {
  test('that set the same property are merged, and the later one wins', () => {
    expect(cn('px-2 text-sm', false, 'px-4')).toBe('text-sm px-4');
  });

  test('are cached 500 at a time', () => {
    /** Whether the first of `count` results is still cached after the last. */
    const knowsTheFirstAfter = (count: number) => {
      const looked = vi.fn(() => true);
      const merge = extendTailwindMerge({ ...classCache, extend: { classGroups: { z: [{ probe: [looked] }] } } });
      for (let index = 0; index < count; index++) merge(`probe-${index}`);
      merge('probe-0');
      return looked.mock.calls.length === count;
    };
    // A full cache is replaced, and the previous one is kept until the next replacement.
    expect([knowsTheFirstAfter(2 * 501 - 1), knowsTheFirstAfter(2 * 501)]).toEqual([true, false]);
  });
});

describe('an avatar', () => {
  const text = (alt: string) => renderToStaticMarkup(<Avatar alt={alt} />).replace(/<[^>]*>/g, '');

  test.each([
    ['Ada Lovelace', 'AL'],
    ['Michel Eyquem de Montaigne', 'ME'],
    ['Ada', 'A'],
    ['清少納言', '清'],
    ['👩🏽‍🚀 Sam', '👩🏽‍🚀S'],
    ['e\u0301tienne boe\u0301tie', 'éb'],
    ['— …', ''],
    ['', ''],
  ])('of %j shows %j', (alt, initials) => {
    expect(text(alt)).toBe(initials);
  });

  test('is labelled by its alt text, and hidden from screen readers without one', () => {
    expect(renderToStaticMarkup(<Avatar alt="Ada" />)).toContain('role="img" aria-label="Ada"');
    expect(renderToStaticMarkup(<Avatar alt=" " />)).toContain('aria-hidden="true"');
  });

  test('is sm by default and has nine different sizes', () => {
    const sizes = ['3xs', '2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'] as const;
    const sides = sizes.map((size) =>
      Number(
        classesOf(renderToStaticMarkup(<Avatar alt="A" size={size} />))
          .find((name) => name.startsWith('size-'))
          ?.slice(5),
      ),
    );
    expect(sides).toEqual([...new Set(sides)].toSorted((a, b) => a - b));
    expect(renderToStaticMarkup(<Avatar alt="A" />)).toBe(renderToStaticMarkup(<Avatar alt="A" size="sm" />));
  });
});

describe('a button', () => {
  test('is sm and solid by default, and does not submit forms', () => {
    const html = renderToStaticMarkup(<Button>Go</Button>);
    expect(html).toBe(
      renderToStaticMarkup(
        <Button size="sm" variant="solid">
          Go
        </Button>,
      ),
    );
    expect(html).toContain('type="button"');
  });

  test('has six sizes of increasing height', () => {
    const css = readFileSync(path.resolve(import.meta.dirname, '../../../src/ui/button.css'), 'utf8');
    const [usual, small] = [...css.matchAll(/min-height: ([\d.]+)rem/g)].map(([, rem]) => Number(rem) * 4);
    const heights = (['2xs', 'xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => {
      const classes = classesOf(renderToStaticMarkup(<Button size={size}>Go</Button>));
      const own = classes.find((name) => name.startsWith('min-h-'))?.slice(6);
      return own === undefined ? (classes.includes('small') ? small : usual) : Number(own);
    });
    expect(heights).toEqual([7, 9, 11, 12, 13, 14]);
  });

  test('looks different for each variant and colour', () => {
    const looks = (['solid', 'soft', 'outline', 'ghost'] as const).flatMap((variant) =>
      (['primary', 'neutral', 'danger'] as const).map((color) =>
        renderToStaticMarkup(<Button {...{ variant, color }}>Go</Button>),
      ),
    );
    expect(new Set(looks).size).toBe(12);
  });

  test('announces that it is loading and stays focusable', () => {
    const html = renderToStaticMarkup(<Button loading>Go</Button>);
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain('disabled=""');
  });

  test('is a link if it has an address', () => {
    expect(
      renderToStaticMarkup(
        <Button href="/new" rel="next">
          Go
        </Button>,
      ),
    ).toMatch(/^<a (?=.*href="\/new")(?=.*rel="next")/);
  });
});

test('a field connects its label, and its hint or error, to its control', () => {
  const rendered = (error?: string) => {
    const html = renderToStaticMarkup(
      <Field label="Link" error={error} hint="Of a page">
        {(control) => <Input {...control} />}
      </Field>,
    );
    return { html, id: /<label for="([^"]+)"/.exec(html)?.[1] };
  };
  const fine = rendered();
  expect(fine.html).toContain(`id="${fine.id}" aria-describedby="${fine.id}-hint"`);
  expect(fine.html).toContain(`id="${fine.id}-hint"`);
  const { html, id } = rendered('Not an address');
  expect(html).toContain(`id="${id}" aria-describedby="${id}-error" aria-invalid="true"`);
  expect(html).toContain(`id="${id}-error"`);
  expect(html).not.toContain('Of a page');
});
