import { connect } from 'node:net';

export type RawAnswer = { status: number; headers: Headers; text: string };

/** Sends a raw request that no client would send: any method, path and Host header. `text` is the raw response body. */
export async function sendRaw(
  port: number,
  { method = 'GET', path, headers = {} }: { method?: string; path: string; headers?: Record<string, string> },
): Promise<RawAnswer> {
  const fields = { Host: `127.0.0.1:${port}`, Connection: 'close', 'Content-Length': '0', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const got = await new Promise<string>((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
    });
    socket.on('data', (data) => parts.push(data));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
  });
  const [head = '', ...rest] = got.split('\r\n\r\n');
  const [line = '', ...sent] = head.split('\r\n');
  const pairs = sent.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  return { status: Number(line.split(' ')[1]), headers: new Headers(pairs), text: rest.join('\r\n\r\n') };
}
