import { expect, it, vi } from 'vitest';
import { renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';

const note = '```js\nconst margin = 2;\n```\n';

it('code is coloured the same on a busy machine, so builds and functions give the same page', async () => {
  const idle = await renderMarkdown(note);
  expect(idle).toContain('tok-constant');
  let seconds = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (seconds += 1000));
  try {
    expect(await renderMarkdown(note)).toBe(idle);
  } finally {
    clock.mockRestore();
  }
});
