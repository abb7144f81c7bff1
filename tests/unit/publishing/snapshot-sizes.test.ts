import { expect, test } from 'vitest';
import { prepareQueries } from '../../../src/publishing/server/snapshot/rows.ts';
import { openDatabase } from '../../../src/publishing/server/snapshot/schema.ts';
import { noteCounts, sizeOf } from '../../../src/publishing/server/snapshot/sizes.ts';

test.each([true, false])(
  'counts of tags and people match the notes that were added and remain (written at once: %s)',
  (atOnce) => {
    const database = openDatabase(':memory:');
    const ask = prepareQueries(database);
    const sizes = () => ({
      notes: sizeOf(ask, 'all', 'notes'),
      tags: sizeOf(ask, 'all', 'tags'),
      ann: sizeOf(ask, 'author', 'u_ann'),
      web: sizeOf(ask, 'tag', 'web'),
      ink: sizeOf(ask, 'tag', 'ink'),
    });
    const [one, other] = [
      { author: 'u_ann', tags: ['web', 'ink'] },
      { author: 'u_ann', tags: ['web'] },
    ];
    const first = noteCounts(ask, { atOnce });
    first.add(1, one);
    first.add(1, other);
    first.add(-1, one);
    first.write();
    // A tag that was added and removed within a step does not count.
    expect(sizes()).toEqual({ notes: 1, tags: 1, ann: 1, web: 1, ink: 0 });

    const second = noteCounts(ask, { atOnce });
    second.add(1, one);
    second.add(-1, other);
    second.write();
    expect(sizes()).toEqual({ notes: 1, tags: 2, ann: 1, web: 1, ink: 1 });

    const third = noteCounts(ask, { atOnce });
    third.add(-1, one);
    third.write();
    expect(sizes()).toEqual({ notes: 0, tags: 0, ann: 0, web: 0, ink: 0 });
    expect(ask.all('SELECT * FROM sizes')).toEqual([]);
    database.close();
  },
);
