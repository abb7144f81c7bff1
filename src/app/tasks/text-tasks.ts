import type { Comment } from '../../discussion/model/comment.ts';
import type { Note } from '../../notes/model/note.ts';
import type { WrittenPoint } from '../../notes/model/reading-aid.ts';
import { passagesFor, type Besides } from '../../assistant/server/passages.ts';
import { taggedText } from '../../assistant/server/tags.ts';
import { commentHtml } from '../../discussion/server/comment-html.ts';
import { preparedMarkdown } from '../../reading/server/prepared-markdown.ts';
import { shownMarkdown } from '../../notes/server/markdown/markdown.ts';
import { previewHtml } from '../../writing/server/note-preview.ts';

/** What threads can do with what people have written here, each in one part. */
export const textTasks = {
  'prepare-note': async function* (note: { body: string; title: string; points: WrittenPoint[] | undefined }) {
    yield await preparedMarkdown(note.body, note.title, note.points);
  },
  'show-text': async function* (body: string) {
    yield await shownMarkdown(body);
  },
  'preview-text': async function* (body: string) {
    yield await previewHtml(body);
  },
  'show-comments': async function* (comments: readonly Pick<Comment, 'id' | 'body' | 'mentions'>[]) {
    yield await Promise.all(comments.map(commentHtml));
  },
  'find-passages': async function* (asked: { question: string; notes: readonly Note[]; about: Besides }) {
    yield passagesFor(asked.question, asked.notes, asked.about);
  },
  'find-tags': async function* (text: { title: string; text: string }) {
    yield taggedText(text);
  },
};
export type TextTask = keyof typeof textTasks;
export type TextInput<Name extends TextTask> = Parameters<(typeof textTasks)[Name]>[0];
export type TextOutput<Name extends TextTask> =
  ReturnType<(typeof textTasks)[Name]> extends AsyncGenerator<infer Value, void, never> ? Value : never;
