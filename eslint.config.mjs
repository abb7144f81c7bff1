import path from 'node:path';
import astro from 'eslint-plugin-astro';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { rooms } from './eslint.rooms.mjs';

function importing(pattern, message) {
  const statement = ':matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression)';
  return { selector: `${statement} > Literal.source[value=/${pattern}/]`, message };
}

const endings = [
  importing('^\\u002F', 'Import our own files by a relative path.'),
  importing(
    '^\\.{1,2}(?:\\u002F|$)(?!.*\\.(?:ts|tsx|astro|css|json|mjs|woff2)(?:\\?[a-z&]+)?$)',
    'End a relative import in .ts, .tsx, .astro, .css, .json, .mjs or .woff2: Node runs these files as they are.',
  ),
];

const packageWalls = {
  store: importing('^@upstash\\u002F', 'Only a store reaches the database: import its modules.'),
  node: importing('^node:', 'This runs in the browser, which has no node: modules.'),
  astro: importing('^astro:', 'astro: modules exist only inside the build of the site.'),
  'all but zod': importing('^(?!\\.{1,2}\\u002F|zod$)', 'A model is plain TypeScript: it imports only zod.'),
  'all but types of routes': {
    selector: 'ImportDeclaration[importKind!="type"] > Literal.source[value=/server\\u002Froutes\\.ts$/]',
    message: 'A browser takes the types of a table of routes, and none of its code: import type.',
  },
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

function wallsOf({ name, files, may, closed = [], never = [], reachesStore = false }) {
  const zones = ['src', 'functions', 'netlify', 'tests']
    .filter((top) => !may.includes(top))
    .map((top) => ({
      target: '.',
      from: top,
      except: may.filter((folder) => folder.startsWith(`${top}/`)).map((folder) => path.relative(top, folder)),
      message: `${name} may import only ${may.join(', ')}.`,
    }))
    .concat(
      closed.map((from) => ({ target: '.', from, message: `${name} calls another noun's service, never its store.` })),
    );
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
    '.compiled/',
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
  // Compiles what it looks at, which was a seventh of all linting: only where components and hooks are.
  { files: ['**/*.tsx', 'src/*/{browser,views}/**/*.ts', 'src/ui/**/*.ts'], ...reactHooks.configs.flat.recommended },
  {
    files: ['**/*.{ts,tsx,mjs,astro}', '**/*.astro/*.{js,ts}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [exactResolver],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/extensions': ['.ts', '.tsx', '.mjs'],
    },
    rules: {
      // What is loaded late may lead back: a view that opens on a press, the work of a thread.
      'import-x/no-cycle': ['error', { ignoreExternal: true, allowUnsafeDynamicCyclicDependency: true }],
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
    files: [
      'netlify/**',
      'tests/**',
      'src/*/server/**',
      'src/*/browser/**',
      'src/platform/worker/**',
      'src/{app,maintenance}/**',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    name: 'one way to keep something on the device',
    files: ['src/**/*.{ts,tsx,astro}', '**/*.astro/*.ts'],
    ignores: ['src/platform/browser/device-{storage,database}.ts', 'src/platform/worker/page-cache.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage'].map((name) => ({
          name,
          message: 'Keep it by src/platform/browser/device-storage.ts.',
        })),
        { name: 'indexedDB', message: 'Keep it by src/platform/browser/device-database.ts.' },
      ],
    },
  },
  rooms.map(wallsOf),
  {
    // Threads load what they work on when they start: the one way back, by a lazy import and its types.
    name: 'what asks the threads',
    files: ['src/capture/server/capture-page.ts', 'src/transfer/server/import/{import-file,imports}.ts'],
    rules: { 'import-x/no-restricted-paths': 'off' },
  },
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
