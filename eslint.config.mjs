import path from 'node:path';
import astro from 'eslint-plugin-astro';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const src = (...names) => names.map((name) => `src/${name}`);
const under = (folder) => [`${folder}/**/*.{ts,tsx,astro,mjs}`];
const shown = src('reading', 'islands', 'ui', 'domain', 'styles');

/**
 * Who may import whom. `may` lists all of our own folders that a room's files may import, itself included; `never`
 * names the package walls below. For a file that two rows name, the later one holds.
 */
const rooms = [
  { name: 'src/pages', files: under('src/pages'), may: ['src'] },
  {
    name: 'src/layouts',
    files: under('src/layouts'),
    may: [...src('layouts', 'components', 'server/site.ts'), ...shown],
  },
  {
    name: 'src/components',
    files: under('src/components'),
    may: [...src('layouts', 'components', 'server/site.ts'), ...shown],
  },
  {
    name: 'src/content',
    files: [...under('src/content'), 'src/content.config.ts'],
    may: src('content', 'server', 'domain'),
  },
  {
    name: 'src/islands',
    files: under('src/islands'),
    may: src('islands', 'reading', 'ui', 'client', 'domain', 'styles'),
    never: ['node', 'astro'],
  },
  { name: 'src/reading', files: under('src/reading'), may: src('reading', 'ui', 'domain'), never: ['node', 'astro'] },
  { name: 'src/ui', files: under('src/ui'), may: src('ui', 'domain/initials.ts'), never: ['node', 'astro'] },
  {
    name: 'src/client',
    files: under('src/client'),
    may: src('client', 'domain', 'formats', 'styles/kit.css'),
    never: ['node', 'astro'],
  },
  {
    name: 'src/client, where it brings a view that comes late',
    files: src(
      'client/toasts.ts',
      'client/modal.ts',
      'client/account-menu.ts',
      'client/for-you-page.ts',
      'client/shortcuts.ts',
      'client/report.ts',
      'client/reading-late.ts',
      'client/asking-late.ts',
      'client/thread-near.ts',
    ),
    may: src('client', 'domain', 'islands', 'styles/kit.css'),
    never: ['node', 'astro'],
  },
  { name: 'src/worker', files: under('src/worker'), may: src('worker', 'domain'), never: ['node', 'astro'] },
  {
    name: 'src/formats',
    files: under('src/formats'),
    may: src('formats', 'domain'),
    never: ['node', 'astro'],
  },
  { name: 'src/domain', files: under('src/domain'), may: src('domain'), never: ['all but zod'] },
  { name: 'src/server', files: under('src/server'), may: src('server', 'domain', 'formats'), never: ['astro'] },
  {
    name: 'src/server/pages',
    files: under('src/server/pages'),
    may: src('server', 'domain', 'reading'),
    never: ['astro'],
  },
  {
    name: 'src/server/store',
    files: under('src/server/store'),
    may: src('server', 'domain'),
    never: ['astro'],
    reachesStore: true,
  },
  { name: 'functions', files: under('functions'), may: src('server', 'domain'), never: ['astro'] },
  {
    name: 'netlify',
    files: under('netlify'),
    may: ['netlify', 'functions', ...src('server', 'domain')],
    never: ['astro'],
  },
  {
    name: 'script blocks in .astro files',
    files: ['**/*.astro/*.{js,ts}'],
    may: src('client', 'islands', 'reading', 'ui', 'domain'),
    never: ['node', 'astro'],
  },
];

function importing(pattern, message) {
  const statement = ':matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression)';
  return { selector: `${statement} > Literal.source[value=/${pattern}/]`, message };
}

const endings = [
  importing('^\\u002F', 'Import our own files by a relative path.'),
  importing(
    '^\\.{1,2}(?:\\u002F|$)(?!.*\\.(?:ts|tsx|astro|css|json|mjs)(?:\\?[a-z&]+)?$)',
    'End a relative import in .ts, .tsx, .astro, .css, .json or .mjs: Node runs these files as they are.',
  ),
];

const packageWalls = {
  store: importing('^@upstash\\u002F', 'Only src/server/store reaches the database: import its modules.'),
  node: importing('^node:', 'This runs in the browser, which has no node: modules.'),
  astro: importing('^astro:', 'astro: modules exist only inside the build of the site.'),
  'all but zod': importing('^(?!\\.{1,2}\\u002F|zod$)', 'The domain is plain TypeScript: it imports only zod.'),
};

/** Relative imports carry their endings, so the joined path is the resolved path, whether the file exists yet or not. */
const exactResolver = {
  name: 'exact',
  interfaceVersion: 3,
  resolve: (source, file) =>
    source.startsWith('.')
      ? { found: true, path: path.resolve(path.dirname(file), source.replace(/\?.*$/, '')) }
      : { found: false },
};

function wallsOf({ name, files, may, never = [], reachesStore = false }) {
  const zones = ['src', 'functions', 'netlify', 'tests']
    .filter((top) => !may.includes(top))
    .map((top) => ({
      target: '.',
      from: top,
      except: may.filter((folder) => folder.startsWith(`${top}/`)).map((folder) => path.relative(top, folder)),
      message: `${name} may import only ${may.join(', ')}.`,
    }));
  const walls = reachesStore ? never : [...never, 'store'];
  return {
    name: `walls of ${name}`,
    files,
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'no-restricted-syntax': ['error', ...endings, ...walls.map((wall) => packageWalls[wall])],
    },
  };
}

const noSkips = ['object', 'object.property'].map((owner) => ({
  selector: `MemberExpression[${owner}.name=/^(test|it|describe|suite)$/][property.name=/^(only|skip|skipIf|runIf|todo|fixme|fails?)$/]`,
  message: 'Every test runs every time: none is singled out, skipped or expected to fail.',
}));

const sleep = 'Tests do not sleep: wait for the fact itself, with expect.poll, vi.waitFor or a web-first assertion.';
const noSleeps = [
  { selector: 'CallExpression[callee.property.name="waitForTimeout"]', message: sleep },
  { selector: 'CallExpression[callee.name=/^set(Timeout|Interval)$/]', message: sleep },
  {
    selector:
      'CallExpression[callee.object.name=/^(window|globalThis)$/][callee.property.name=/^set(Timeout|Interval)$/]',
    message: sleep,
  },
  importing('^(?:node:)?timers', sleep),
];

const port =
  'The product and others run beside the tests: take `origin`, `freePort()`, or port 0 and the one that it becomes.';
const noPorts = [
  { selector: 'Literal[value=/(localhost|127\\.0\\.0\\.1|\\[::1\\]):\\d{4}/]', message: port },
  { selector: 'TemplateElement[value.raw=/(localhost|127\\.0\\.0\\.1|\\[::1\\]):\\d{4}/]', message: port },
  { selector: 'CallExpression[callee.property.name="listen"] > Literal[value>0]', message: port },
];

export default defineConfig(
  globalIgnores([
    'dist/',
    '.renderer/',
    '.data/',
    '.cache/',
    '.astro/',
    '.netlify/',
    'test-results/',
    'playwright-report/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.astro/*'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unnecessary-condition': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Handlers and stores have asynchronous signatures, whatever one of them needs to wait for.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.astro', '**/*.astro/*.{js,ts}', '**/*.mjs'],
    extends: [tseslint.configs.recommended],
  },
  astro.configs['flat/recommended'],
  { files: ['**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  {
    files: ['**/*.{ts,tsx,mjs,astro}', '**/*.astro/*.{js,ts}'],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [exactResolver] },
    rules: {
      'no-restricted-syntax': ['error', ...endings],
      'max-lines': ['error', 250],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.{ts,tsx,astro}', '**/*.astro/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'error' },
  },
  // What runs in a terminal or in a function's log speaks through the console.
  {
    files: ['netlify/**', 'tests/**', 'src/server/**', 'src/client/**', 'src/worker/**'],
    rules: { 'no-console': 'off' },
  },
  rooms.map(wallsOf),
  {
    name: 'tests',
    files: ['tests/**/*.{ts,tsx}'],
    rules: {
      // What came over the wire is judged by the assertions themselves.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'no-restricted-syntax': ['error', ...endings, ...noSkips, ...noPorts],
    },
  },
  {
    name: 'tests that do not sleep',
    files: ['tests/{unit,api,e2e}/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...endings, ...noSkips, ...noPorts, ...noSleeps] },
  },
);
