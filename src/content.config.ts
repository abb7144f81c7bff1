import { defineCollection } from 'astro:content';
import type { Loader } from 'astro/loaders';
import { PublishedNote } from './domain/published-note.ts';
import { environment } from './server/env.ts';
import { storeId } from './server/store/meta.ts';
import { connect } from './server/store/redis.ts';
import { syncPublished } from './server/sync.ts';

/** Public and unlisted notes, kept in step with the store's change log. */
const fromStore: Loader = {
  name: 'commonplace-store',
  async load({ store, meta, logger }) {
    // `astro check` wants only the types; a build has refused to begin without a store.
    if (!process.env.UPSTASH_REDIS_REST_URL) return;
    const env = environment();
    const redis = connect({ url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN });
    const origin = `${await storeId(redis)} ${process.env.BUILD_CODE ?? ''}`;
    const report = await syncPublished(
      redis,
      {
        *entries() {
          for (const entry of store.values()) yield PublishedNote.parse(entry.data);
        },
        set: (id, data, digest) => void store.set({ id, data, digest }),
        delete: (id) => store.delete(id),
        clear: () => store.clear(),
        state: meta,
      },
      origin,
    );
    logger.info(`revision ${report.revision}: ${report.set} notes read, ${report.removed} gone`);
  },
};

export const collections = { notes: defineCollection({ loader: fromStore, schema: PublishedNote }) };
