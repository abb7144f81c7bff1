import type { Context } from '@netlify/functions';

type Cookies = Context['cookies'];
type Cookie = Cookies['set'] extends { (cookie: infer One): void; (name: string, value: string): void } ? One : never;

interface Call {
  request: Request;
  params: Record<string, string>;
  ip: string;
  requestId: string;
  siteUrl: string;
  waitUntil: Context['waitUntil'];
}

/** Finding it out takes half a millisecond, and it does not change. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** What the platform hands a function beside the request. `applyCookies` puts those that it set on its answer. */
export function functionContext(call: Call): { context: Context; applyCookies: (headers: Headers) => void } {
  const changes: string[] = [];
  const context: Context = {
    account: { id: 'local' },
    cookies: cookiesOf(call.request, changes),
    deploy: { context: 'dev', id: 'local', published: true },
    geo: { timezone: timeZone },
    ip: call.ip,
    json: (input) => Response.json(input),
    log: console.log,
    next: () => Promise.reject(new Error('`context.next` is not implemented for serverless functions')),
    params: call.params,
    requestId: call.requestId,
    rewrite: (url) => fetch(new URL(url, call.request.url)),
    server: { region: 'local' },
    site: { id: 'local', name: 'local', url: call.siteUrl },
    url: new URL(call.request.url),
    waitUntil: call.waitUntil,
  };
  return {
    context,
    applyCookies(headers) {
      for (const change of changes) headers.append('Set-Cookie', change);
    },
  };
}

function cookiesOf(request: Request, changes: string[]): Cookies {
  const sent = new Map(
    (request.headers.get('Cookie') ?? '').split(';').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), value.join('=')];
    }),
  );
  function set(cookie: Cookie | string, value?: string): void {
    changes.push(serialized(typeof cookie === 'string' ? { name: cookie, value: value ?? '' } : cookie));
  }
  return {
    // The platform's type promises a text; for a cookie that was not sent it gives undefined, and so does this.
    get: (name) => sent.get(name) as string,
    set,
    delete(cookie) {
      const { name, ...scope } = typeof cookie === 'string' ? { name: cookie } : cookie;
      changes.push(serialized({ path: '/', ...scope, name, value: '', expires: 0 }));
    },
  };
}

function serialized(cookie: Cookie): string {
  const { name, value, expires, maxAge, domain, path, secure, httpOnly, sameSite, unparsed = [] } = cookie;
  const parts = [
    `${name}=${value}`,
    secure && 'Secure',
    httpOnly && 'HttpOnly',
    maxAge !== undefined && `Max-Age=${maxAge}`,
    domain && `Domain=${domain}`,
    sameSite && `SameSite=${sameSite}`,
    path && `Path=${path}`,
    expires !== undefined && `Expires=${new Date(expires).toUTCString()}`,
    ...unparsed,
  ];
  return parts.filter(Boolean).join('; ');
}
