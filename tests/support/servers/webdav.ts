import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { v2 as webdav } from 'webdav-server';
import { type Secure, startHttpServer } from './http-server.ts';

/** A WebDAV server for a local folder, for one user. */
export async function startWebdav(username: string, password: string, secure?: Secure) {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-webdav-'));
  const users = new webdav.SimpleUserManager();
  const user = users.addUser(username, password, false);
  const privileges = new webdav.SimplePathPrivilegeManager();
  privileges.setRights(user, '/', ['all']);
  const server = new webdav.WebDAVServer({
    requireAuthentification: true,
    httpAuthentication: new webdav.HTTPBasicAuthentication(users, 'files'),
    privilegeManager: privileges,
    rootFileSystem: new webdav.PhysicalFileSystem(dir),
  });
  const answer = (server.executeRequest as RequestListener).bind(server);
  let takes: (file: string) => boolean = () => true;
  let isUnheard = false;
  const pathOf = (name: string) => path.join(dir, 'notes', name);
  const http = await startHttpServer((request, response) => {
    if (request.method === 'PUT' && !takes(path.basename(request.url ?? ''))) return void response.writeHead(507).end();
    if (isUnheard && request.method !== 'GET' && request.method !== 'PROPFIND') response.end = () => response.destroy();
    answer(request, response);
  }, secure);
  return {
    url: `${http.url}/notes`,
    calls: http.calls,
    /** Makes every further write fail for lack of space. */
    fill: () => void (takes = () => false),
    /** Makes writing any other file fail. */
    takeOnly: (does: (file: string) => boolean) => void (takes = does),
    /** Whether the connection breaks after a change has been made, before the response. */
    breakOff: (does: boolean) => void (isUnheard = does),
    pathOf,
    /** The names of all files, with the folders within this one. */
    names: async () => {
      const found = await readdir(pathOf(''), { recursive: true, withFileTypes: true });
      const files = found.filter((entry) => entry.isFile());
      return files.map((entry) => path.relative(pathOf(''), path.join(entry.parentPath, entry.name))).sort();
    },
    read: (name: string) => readFile(pathOf(name), 'utf8'),
    write: (name: string, text: string) => writeFile(pathOf(name), text),
    async stop() {
      await http.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
