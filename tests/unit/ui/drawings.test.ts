import { icons } from '@iconify-json/lucide';
import { expect, test } from 'vitest';
import { drawings } from '../../../src/ui/static/drawings.ts';

test.each(Object.entries(drawings))('the icon %s equals that of its set', (name, drawing) => {
  expect(icons.icons[name]).toEqual({ body: drawing });
  expect([icons.width, icons.height]).toEqual([24, 24]);
});
