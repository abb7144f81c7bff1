const metaCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i;

/**
 * The text of a page: by its byte order mark, the charset of the answer's type, the one that the page names in its first
 * kilobytes, else UTF-8 where it is that, else Windows-1252.
 */
export function decodedPage(bytes: Uint8Array, contentType: string): string {
  const [first, second] = bytes;
  const bom =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  const named =
    bom ??
    /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(contentType)?.[1] ??
    metaCharset.exec(
      Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1'),
    )?.[1];
  // A page that can be read so far names no UTF-16, whatever it says.
  const charset = bom === undefined && named && /^utf-16/i.test(named) ? 'utf-8' : named;
  return (
    (charset && decode(bytes, charset, false)) ||
    decode(bytes, 'utf-8', true) ||
    decode(bytes, 'windows-1252', false) ||
    ''
  );
}

function decode(bytes: Uint8Array, charset: string, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(charset, { fatal }).decode(bytes).toWellFormed();
  } catch {
    return undefined;
  }
}
