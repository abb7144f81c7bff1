import * as z from 'zod';
import { importedFrom } from '../field-values.ts';
import { blockQuote, fromPlain } from '../../model/as-markdown.ts';
import type { ParsedItem } from '../file.ts';
import { DateValue, Tags, Text } from './fields.ts';
import { jsonReader, listConfidence } from './json.ts';

const repository = { html_url: Text, full_name: Text, description: Text, topics: Tags };
const Star = z.looseObject({
  starred_at: DateValue,
  repo: z.looseObject(repository).optional(),
  ...repository,
});

/** Starred repositories in an answer of GitHub's API, which may say when each was starred. */
export const githubStars = jsonReader({
  name: 'GitHub (stars, JSON)',
  list: '',
  known: (json) =>
    Math.max(
      listConfidence(['starred_at', 'repo'], '', json),
      listConfidence(['full_name', 'html_url', 'owner', 'stargazers_count'], '', json),
    ),
  item: Star,
  read: starItem,
});

/** Names of fields for programs: other addresses of the same repository, and what the caller may do. The full name has that of the owner. */
const forPrograms = /^((clone|git|ssh|svn)_url|node_id|permissions|owner)$/;
const isOfApi = (value: unknown) =>
  typeof value === 'string' && /^https:\/\/(api\.github\.com|[^/]+\/api\/v\d)\//.test(value);

/** When a repository was made or archived says nothing of who starred it. */
function starItem({ starred_at: at, repo, ...bare }: z.infer<typeof Star>): ParsedItem | undefined {
  const { html_url: url, full_name: title, description, topics: tags, ...rest } = repo ?? bare;
  if (url === '') return undefined;
  const more = Object.entries({ ...rest, ...(repo && bare) }).filter(
    ([name, value]) => !forPrograms.test(name) && !isOfApi(value),
  );
  return {
    ...{ title, url, tags, at },
    body: blockQuote(fromPlain(description)),
    imported: importedFrom(Object.fromEntries(more), []),
  };
}
