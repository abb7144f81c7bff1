import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Creates a private certificate authority, as home networks use, with a certificate for a server on this machine. */
export async function createCertificateAuthority() {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-authority-'));
  const at = (name: string) => path.join(dir, name);
  const openssl = (...args: string[]) => run('openssl', args);
  const key = (name: string) => ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', at(name)];
  await openssl('req', '-x509', ...key('ca.key'), '-subj', '/CN=Our own', '-days', '2', '-out', at('ca.pem'));
  await openssl(
    'req',
    ...key('key.pem'),
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-out',
    at('csr'),
  );
  const by = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-days', '2', '-copy_extensions', 'copy'];
  await openssl('x509', '-req', '-in', at('csr'), ...by, '-out', at('cert.pem'));
  return {
    /** The file of the authority's own certificate, to be trusted by clients. */
    file: at('ca.pem'),
    secure: { cert: await readFile(at('cert.pem'), 'utf8'), key: await readFile(at('key.pem'), 'utf8') },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
