import { expect, test } from 'vitest';
import { readUpload } from '../../../../src/platform/server/http/read-upload.ts';

function formWith(boundary: string, text: string): Request {
  const lines = [`--${boundary}`, 'Content-Disposition: form-data; name="file"; filename="a.txt"', '', text];
  return new Request('https://commonplace.example/api/import', {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary="${boundary}"` },
    body: [...lines, `--${boundary}--`, ''].join('\r\n'),
  });
}

test('a form with the longest allowed boundary is read', async () => {
  const { file } = await readUpload(formWith('x'.repeat(70), 'Words.'), 1024);
  expect(new TextDecoder().decode(file.bytes)).toBe('Words.');
});

test.each(['x'.repeat(71), `a;${'x'.repeat(4000)}`])(
  'a longer boundary is refused before the form is read',
  async (boundary) => {
    await expect(readUpload(formWith(boundary, 'Words.'), 1024)).rejects.toMatchObject({
      status: 400,
      detail: 'Send a form whose boundary has at most 70 characters.',
    });
  },
);

test.each(['file', 'another'])('a second file in the field %s is refused along with the first', async (name) => {
  const body = new FormData();
  body.append('file', new File(['One.'], 'one.txt'));
  body.append(name, new File(['Two.'], 'two.txt'));
  const request = new Request('https://commonplace.example/api/import', { method: 'POST', body });
  await expect(readUpload(request, 1024)).rejects.toMatchObject({
    status: 400,
    detail: 'Nothing was taken: send one file at a time.',
  });
});
