import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Secure, startHttpServer } from './http-server.ts';

const run = promisify(execFile);

/** A Git server: git's own HTTP backend behind a user name and password, with one empty repository. */
export async function startGitServer(username: string, password: string, secure?: Secure) {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-git-server-'));
  const bare = path.join(dir, 'vault.git');
  const git = async (...args: string[]) => (await run('git', ['-C', bare, ...args])).stdout;
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', bare]);
  await git('config', 'http.receivepack', 'true');
  const secret = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const pushed: number[] = [];
  const server = await startHttpServer((request, response) => {
    if (request.method === 'POST' && request.url?.endsWith('/git-receive-pack')) {
      pushed.push(Number(request.headers['content-length']));
    }
    if (request.headers.authorization === secret) return answer(request, response, dir);
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="vault"' }).end();
  }, secure);
  return {
    url: `${server.url}/vault.git`,
    git,
    /** How many bytes each push had. */
    pushed,
    /** The text of a file on a branch. */
    read: (name: string, branch = 'main') => git('show', `${branch}:${name}`),
    files: async (branch = 'main') =>
      (await git('ls-tree', '-r', '--name-only', branch)).split('\n').filter(Boolean).sort(),
    /** Commits a file as another person, or its removal. */
    async commit(name: string, content: string | Uint8Array | undefined) {
      const copy = path.join(dir, `copy-${Math.random()}`);
      await run('git', ['clone', '--quiet', bare, copy]);
      await run('mkdir', ['-p', path.dirname(path.join(copy, name))]);
      if (content === undefined) await rm(path.join(copy, name));
      else await writeFile(path.join(copy, name), content);
      const somebody = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
      await run('git', ['-C', copy, 'add', '-A']);
      await run('git', ['-C', copy, ...somebody, 'commit', '--quiet', '-m', 'By hand']);
      await run('git', ['-C', copy, 'push', '--quiet', 'origin', 'HEAD:main']);
    },
    /** Refuses every commit with such files. */
    refuse: (pattern: string) =>
      writeFile(
        path.join(bare, 'hooks', 'update'),
        `#!/bin/sh\n! git ls-tree -r --name-only "$3" | grep -q '${pattern}'\n`,
        { mode: 0o755 },
      ),
    async stop() {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, root: string): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const backend = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'ann',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  // CGI: headers, an empty line, the body.
  let head = Buffer.alloc(0);
  let isBody = false;
  backend.stdout.on('data', (chunk: Buffer) => {
    if (isBody) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    isBody = true;
    const fields = head
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string]);
    const status = Number(fields.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200);
    response.writeHead(status, Object.fromEntries(fields.filter(([name]) => name !== 'Status')));
    response.write(head.subarray(end + 4));
  });
  backend.stdout.on('end', () => response.end());
}
