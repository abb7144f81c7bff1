import { noteFrom, type Note } from '../../src/notes/model/note.ts';
import { batchesOf, seededRandom } from '../support/seeded.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';
import { createNote } from '../../src/notes/server/store/notes.ts';
import { createUser } from '../../src/people/server/store/users.ts';

const words =
  `reading page margin book letter note memory paper ink index line word sentence thought quiet morning library shelf
  window lamp pencil question answer chapter translation language river garden stone winter light shadow voice story
  history letterform column footnote archive catalogue binding author reader editor printer journey harbour island
  mountain weather season harvest bread water salt thread needle cloth pattern rhythm silence music measure scale`.split(
    /\s+/,
  );
const tags = ['reading', 'notes', 'web', 'writing', 'memory', 'craft', 'history', 'tools', 'language', 'libraries'];
const hour = 3_600_000;

const people = 10;

/** `count` public notes by ten people, about 300 words each, the newest first, the same for every run. */
export function* collectionNotes(count: number): Generator<Note> {
  const random = seededRandom(1);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const sentence = () => `${Array.from({ length: 7 + Math.floor(random() * 9) }, () => pick(words)).join(' ')}.`;
  const paragraph = () => Array.from({ length: 4 + Math.floor(random() * 3) }, sentence).join(' ');
  for (let index = 0; index < count; index += 1) {
    const sections = Array.from(
      { length: 2 + Math.floor(random() * 2) },
      () => `## ${sentence()}\n\n${paragraph()}\n\n${paragraph()}`,
    );
    yield noteFrom(
      {
        title: `${sentence().slice(0, 60)} ${index}`,
        body: sections.join('\n\n'),
        tags: [...new Set([pick(tags), pick(tags)])],
        visibility: 'public',
      },
      {
        uuid: `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`,
        authorId: `u_bench${index % people}`,
        now: new Date(Date.UTC(2026, 0, 1) - index * hour),
      },
    );
  }
}

/** Writes this collection into an empty store. */
export async function writeCollection(redis: Redis, count: number): Promise<void> {
  const createdAt = new Date(Date.UTC(2026, 0, 1)).toISOString();
  for (let index = 0; index < people; index += 1) {
    const user = { id: `u_bench${index}`, handle: `person${index}`, name: `Person ${index}`, bio: '', createdAt };
    await createUser(redis, user, null);
  }
  for (const notes of batchesOf(collectionNotes(count), 50)) {
    await Promise.all(notes.map((note) => createNote(redis, note)));
  }
}
