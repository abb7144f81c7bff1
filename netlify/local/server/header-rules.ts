import path from 'node:path';
import { parseAllHeaders } from '@netlify/headers-parser';
import { StartFailure } from '../failure.ts';

/** The headers that every file at this path is sent with. */
export type HeaderRules = (pathname: string) => Record<string, string>;

/**
 * The `[[headers]]` of the netlify.toml in `projectDir`, read and matched by the platform's own parser: all rules that
 * match apply, later ones over earlier ones.
 */
export async function headerRules(projectDir: string): Promise<HeaderRules> {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: [path.join(projectDir, 'public/_headers')],
    netlifyConfigPath: path.join(projectDir, 'netlify.toml'),
    configHeaders: undefined,
    minimal: false,
  });
  const [error] = errors;
  if (error) throw new StartFailure(`The headers of netlify.toml cannot be read: ${error.message}`);
  const rules = headers.flatMap(({ values, ...rule }) =>
    'forRegExp' in rule ? [{ pattern: rule.forRegExp, values }] : [],
  );
  return (pathname) =>
    Object.assign({}, ...rules.filter((rule) => rule.pattern.test(pathname)).map((rule) => rule.values)) as Record<
      string,
      string
    >;
}
