import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseMultipartRequest,
} from '@remix-run/multipart-parser';
import { HttpError } from './problem.ts';

export type Upload = { file: { name: string; bytes: Uint8Array<ArrayBuffer> }; fields: Record<string, string> };

/**
 * The limits of a form with a file and a few fields. `boundary` is the longest delimiter that RFC 2046 allows: a longer one
 * is slow, since it is looked for at every byte.
 */
const max = { parts: 20, fieldBytes: 64 * 1024, boundary: 70 };

/**
 * Reads a form with a file in its field `file`, and its other fields, as a stream: the file is in memory once. Throws
 * HttpError 400, 413 or 415.
 */
export async function readUpload(request: Request, maxBytes: number): Promise<Upload> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!type.toLowerCase().startsWith('multipart/form-data')) {
    const detail = 'Send a form (multipart/form-data) with the file in the field file.';
    throw new HttpError(415, 'Unsupported Media Type', detail, { headers: { Accept: 'multipart/form-data' } });
  }
  if ((getMultipartBoundary(type) ?? '').length > max.boundary) {
    const detail = `Send a form whose boundary has at most ${max.boundary} characters.`;
    throw new HttpError(400, 'Bad Request', detail);
  }
  const limits = { maxFileSize: maxBytes, maxTotalSize: maxBytes + max.fieldBytes, maxParts: max.parts };
  let file: Upload['file'] | undefined;
  const fields: Record<string, string> = {};
  try {
    for await (const part of parseMultipartRequest(request, limits)) {
      if (part.isFile && file) throw fileError('Nothing was taken: send one file at a time.');
      if (part.name === 'file' && part.isFile) {
        file = { name: nameOf(part.filename), bytes: part.bytes as Uint8Array<ArrayBuffer> };
      } else if (part.name !== undefined && !part.isFile) fields[part.name] = part.text;
    }
  } catch (error) {
    throw asHttpError(error, maxBytes);
  }
  if (!file) throw noFile();
  return { file, fields };
}

function asHttpError(error: unknown, maxBytes: number): unknown {
  const tooLarge = [MaxFileSizeExceededError, MaxTotalSizeExceededError].some((kind) => error instanceof kind);
  if (tooLarge) {
    return new HttpError(413, 'Content Too Large', `Send at most ${Math.floor(maxBytes / 1024)} KB at once.`);
  }
  if (error instanceof MaxPartsExceededError) {
    return new HttpError(413, 'Content Too Large', `Send at most ${max.parts} fields in the form.`);
  }
  return error instanceof MultipartParseError ? noFile() : error;
}

function noFile(): HttpError {
  return fileError('Send the file in the field file of a form (multipart/form-data).');
}

function fileError(message: string): HttpError {
  return new HttpError(400, 'Bad Request', message, { errors: [{ path: 'file', message }] });
}

/** Browsers escape a quotation mark in a file name as %22. */
function nameOf(filename: string | undefined): string {
  return (filename ?? '').replaceAll('%22', '"');
}
