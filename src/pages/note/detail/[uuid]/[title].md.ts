import type { APIRoute } from 'astro';
import { noteSources } from '../../../../content/feeds.ts';
import type { NoteEntry } from '../../../../content/notes.ts';
import { noteMarkdown } from '../../../../domain/feeds/note-markdown.ts';
import { siteIdentity } from '../../../../server/site.ts';

export const getStaticPaths = noteSources;

export const GET: APIRoute<{ entry: NoteEntry }> = ({ props }) =>
  new Response(noteMarkdown(props.entry, siteIdentity().url));
