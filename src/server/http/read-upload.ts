import { readBytes } from './read-json.ts';
import { HttpError } from './problem.ts';

/** A form with a file in its field `file`, and its other fields. Throws HttpError 400, 413 or 415. */
export async function readUpload(
  request: Request,
  maxBytes: number,
): Promise<{ file: File; fields: Record<string, string> }> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!type.toLowerCase().startsWith('multipart/form-data')) {
    throw new HttpError(
      415,
      'Unsupported Media Type',
      'Send a form (multipart/form-data) with the file in the field file.',
      {
        headers: { Accept: 'multipart/form-data' },
      },
    );
  }
  const bytes = await readBytes(request, maxBytes);
  const form = await new Response(new Blob([bytes]), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => undefined);
  const file = form?.get('file');
  if (!form || !file || typeof file === 'string') {
    const message = 'Send the file in the field file of a form (multipart/form-data).';
    throw new HttpError(400, 'Bad Request', message, { errors: [{ path: 'file', message }] });
  }
  const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  return { file, fields: Object.fromEntries(fields) };
}
