const under = (...folders) => folders.map((folder) => `${folder}/**/*.{ts,tsx,astro,mjs}`);

/** What the product is about, in the order in which one may stand on another: each imports only what is before it. */
const nouns = [
  ...['pictures', 'people', 'notes', 'capture', 'discussion', 'library', 'reading', 'feeds', 'search', 'assistant'],
  ...['publishing', 'inbox', 'moderation', 'writing', 'recommendations', 'transfer', 'mine'],
];
const all = ['platform', ...nouns];

/** The named rooms of a noun and of those before it. */
const upTo = (noun, ...names) =>
  all.slice(0, all.indexOf(noun) + 1).flatMap((one) => names.map((name) => `src/${one}/${name}`));

/** A server calls the services of other nouns, and never reaches into their stores. */
const storesBesides = (noun) => nouns.filter((other) => other !== noun).map((other) => `src/${other}/server/store`);

/** The rooms inside a noun, and what each may import of its own noun and of those before it. */
const insides = (noun) => [
  { name: `src/${noun}/model`, may: upTo(noun, 'model'), never: ['all but zod'] },
  {
    name: `src/${noun}/server`,
    may: [...upTo(noun, 'model', 'server'), 'src/transfer/formats'],
    closed: storesBesides(noun),
    never: ['astro'],
  },
  { name: `src/${noun}/server/store`, may: upTo(noun, 'model', 'server'), never: ['astro'], reachesStore: true },
  {
    name: `src/${noun}/browser`,
    may: [
      ...upTo(noun, 'model', 'browser', 'server/routes.ts'),
      `src/${noun}/views`,
      `src/${noun}/formats`,
      'src/ui',
      'src/styles/kit.css',
    ],
    never: ['node', 'astro', 'all but types of routes'],
  },
  {
    name: `src/${noun}/views`,
    may: [...upTo(noun, 'model', 'browser', 'views'), 'src/ui', 'src/styles'],
    never: ['node', 'astro'],
  },
  {
    name: `src/${noun}/views/static`,
    may: [...upTo(noun, 'model', 'views/static'), 'src/ui', 'src/styles'],
    never: ['node', 'astro'],
  },
];

const everyModel = upTo('mine', 'model');
const everyServer = upTo('mine', 'server');

/**
 * Who may import whom. `may` lists all of our own folders that a room's files may import, itself included; `never`
 * names the package walls below; `closed` are folders that they may not import, though `may` has one around them. For a
 * file that two rows name, the later one holds.
 */
export const rooms = [
  ...all.flatMap(insides).map((room) => ({ ...room, files: under(room.name) })),
  // What follows from a call may be the matter of a later noun: a comment is announced, and published.
  ...nouns.map((noun) => ({
    name: `src/${noun}/server/routes`,
    files: [`src/${noun}/server/routes*.ts`],
    may: [...everyModel, ...everyServer],
    closed: storesBesides(noun),
    never: ['astro'],
  })),
  {
    name: 'src/platform/worker',
    files: under('src/platform/worker'),
    may: ['src/platform/worker', 'src/platform/model', 'src/platform/browser/device-database.ts'],
    never: ['node', 'astro'],
  },
  {
    name: 'src/transfer/formats',
    files: under('src/transfer/formats'),
    may: ['src/transfer/formats', ...everyModel],
    never: ['node', 'astro'],
  },
  {
    name: 'src/feeds/pages',
    files: under('src/feeds/pages'),
    may: ['src/feeds/pages', ...upTo('feeds', 'model', 'server')],
  },
  {
    name: 'src/ui',
    files: under('src/ui'),
    may: ['src/ui', 'src/platform/model', 'src/platform/browser', 'src/styles'],
    never: ['node', 'astro'],
  },
  {
    name: 'src/maintenance',
    files: under('src/maintenance'),
    may: ['src/maintenance', ...everyModel, ...everyServer],
    never: ['astro'],
    reachesStore: true,
  },
  { name: 'src/app', files: under('src/app'), may: ['src'], closed: storesBesides(), never: ['astro'] },
  { name: 'src/pages', files: under('src/pages'), may: ['src'] },
  {
    name: 'src/layouts',
    files: under('src/layouts'),
    may: ['src/layouts', 'src/ui', 'src/styles', 'src/platform/server/site.ts', ...upTo('mine', 'model', 'views')],
  },
  {
    name: 'functions',
    files: under('functions'),
    may: ['src/app', 'src/maintenance', ...everyModel, ...everyServer],
    closed: storesBesides(),
    never: ['astro'],
  },
  {
    name: 'netlify',
    files: under('netlify'),
    may: ['netlify', 'functions', 'src/app', 'src/maintenance', 'src/feeds/pages', ...everyModel, ...everyServer],
    never: ['astro'],
  },
  {
    name: 'script blocks in .astro files',
    files: ['**/*.astro/*.{js,ts}'],
    may: ['src/ui', 'src/app/browser', 'src/app/views', ...upTo('transfer', 'model', 'browser', 'views')],
    never: ['node', 'astro'],
  },
];
