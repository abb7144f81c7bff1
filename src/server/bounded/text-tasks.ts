import type { Comment } from '../../domain/comment.ts';
import type { Note } from '../../domain/note.ts';
import type { WrittenPoint } from '../../domain/reading-aid.ts';
import { passagesFor, type Besides } from '../assistant/passages.ts';
import { taggedText } from '../assistant/tags.ts';
import { commentHtml } from '../comment-html.ts';
import { preparedMarkdown, shownMarkdown } from '../markdown.ts';
import { previewHtml } from '../note-preview.ts';

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
