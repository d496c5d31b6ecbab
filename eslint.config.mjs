import boundaries from 'eslint-plugin-boundaries';
import regexp from 'eslint-plugin-regexp';
import next from 'eslint-config-next';
import tseslint from 'typescript-eslint';
import glossary from './scripts/eslint/glossary.mjs';
import messages from './scripts/eslint/looseStrings.mjs';

/**
 * The rooms of components/, each with those it may see: only ones that stand above it, so that there is no way round in
 * a circle (docs/ARCHITECTURE.md, "The rooms of the front end").
 */
const ROOMS = {
  ui: [],
  lib: [],
  model: ['lib'],
  persistence: ['model', 'lib'],
  connection: ['model', 'lib'],
  workbench: ['persistence', 'connection', 'model', 'lib', 'ui'],
  editor: ['workbench', 'connection', 'model', 'lib', 'ui'],
  picture: ['workbench', 'model', 'lib', 'ui'],
  terminal: ['workbench', 'connection', 'model', 'lib', 'ui'],
  // Parts of the small pages, of which the playground's dialogs show some.
  site: ['connection', 'model', 'lib', 'ui'],
  graphs: ['persistence', 'connection', 'model', 'lib', 'ui'],
  admin: ['connection', 'model', 'lib', 'ui'],
  playground: ['editor', 'picture', 'terminal', 'site', 'workbench', 'persistence', 'connection', 'model', 'lib', 'ui'],
};

const names = Object.keys(ROOMS);
for (const [room, seen] of Object.entries(ROOMS)) {
  const late = seen.find((other) => names.indexOf(other) >= names.indexOf(room));
  if (late !== undefined) throw new Error(`${room} may not see ${late}, which does not stand above it`);
}

const ROOM_IMPORTS = Object.fromEntries(
  Object.entries(ROOMS).map(([room, seen]) => [
    room,
    [room, ...seen, 'messages', ...(room === 'ui' ? [] : ['client', 'core'])],
  ]),
);

/** Who may import whom (docs/ARCHITECTURE.md, "The house"). The key may import the folders of its list. */
const HOUSE = {
  core: ['core'],
  client: ['client', 'core'],
  platform: ['platform', 'core'],
  server: ['server', 'pages-interface', 'platform', 'core'],
  worker: ['worker', 'keeper', 'platform', 'core'],
  ...ROOM_IMPORTS,
  messages: ['messages', 'core'],
  app: ['app', ...Object.keys(ROOM_IMPORTS), 'messages', 'core', 'pages-interface'],
  cli: ['cli', 'client', 'core'],
  // The supervisor is the keeper's process too; the keeper knows nothing of the worker beyond it.
  supervisor: ['supervisor', 'keeper', 'platform', 'core'],
  keeper: ['keeper', 'platform', 'core'],
  'pages-interface': ['core'],
  // What helps tests is for the tests of every folder.
  test: ['testing'],
  // Tests across processes, measurements and set-up look at the product from outside: they may see everything.
  outside: [
    'outside',
    'core',
    'client',
    'platform',
    'server',
    'worker',
    'keeper',
    ...names,
    'messages',
    'cli',
    'supervisor',
  ],
};

/** What each file is: one of the house, and perhaps one of the zones below. Tests are what they stand beside. */
const PLACES = [
  { category: 'pages-interface', pattern: 'server/pages.ts' },
  { category: 'supervisor', pattern: 'platform/supervisor/**' },
  { category: 'keeper', pattern: 'worker/jail/keeper/**' },
  { category: 'platform', pattern: ['platform/*.ts', 'platform/!(supervisor)/**'] },
  { category: 'worker', pattern: ['worker/*.ts', 'worker/!(jail)/**', 'worker/jail/*.ts'] },
  ...['core', 'client', 'server', 'app', 'cli', 'messages'].map((name) => ({ category: name, pattern: `${name}/**` })),
  ...names.map((room) => ({ category: room, pattern: `components/${room}/**` })),
  { category: 'outside', pattern: '{e2e,bench,scripts,examples,native,test}/**' },
  { category: 'test', pattern: '**/*.test.{ts,tsx}' },
  { category: 'testing', pattern: ['**/testing/**', '**/*.{suite,harness,arbitrary,fixture}.ts'] },
  { category: 'protocol', pattern: 'core/asyonline/**' },
  { category: 'speaks-protocol', pattern: ['{core,server}/asyonline/**', 'server/front.ts'] },
];

/** What the house allows and these do not: files of `to` are only for those of `by`. */
const ZONES = [
  // Models, fakes and suites never run in the product.
  { to: 'testing', by: ['test', 'testing', 'outside'], among: Object.keys(HOUSE) },
  // The domain knows nothing of one protocol.
  { to: 'protocol', by: ['speaks-protocol', 'test', 'testing'], among: ['core', 'server'] },
];

/** Parts whose texts stand in messages/. */
const TRANSLATED = ['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'];

const TYPED = ['server/**/*.ts', 'core/**/*.ts', 'platform/**/*.ts', 'worker/**/*.ts', 'client/**/*.ts', 'cli/**/*.ts'];

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      '.next',
      '.next-*',
      'dist',
      'data',
      'public',
      'next-env.d.ts',
      'test-results',
      'playwright-report',
    ],
  },
  ...tseslint.configs.recommended,
  regexp.configs.recommended,
  ...next.map((config) => ({ ...config, files: ['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'] })),
  // Pictures come from users' programs or out of memory: they are shown as they came, and nothing of ours touches them.
  { files: ['app/**/*.tsx', 'components/**/*.tsx'], rules: { '@next/next/no-img-element': 'off' } },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'max-lines': ['error', { max: 400 }],
      // Text from outside meets these expressions: none may take more than linear time.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      // Matters of taste, and what is meant: control characters are looked for on purpose.
      'regexp/match-any': 'off',
      'regexp/prefer-d': 'off',
      'regexp/prefer-w': 'off',
      'regexp/use-ignore-case': 'off',
      'no-control-regex': 'off',
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    // Names of asy itself are written as asy has them.
    ignores: ['scripts/eslint/**', 'messages/*/lexicon/**', 'core/language/exampleLines/**'],
    plugins: { glossary },
    rules: { 'glossary/given-up': 'error' },
  },
  {
    files: TRANSLATED,
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**', 'app/global-error.tsx'],
    plugins: { messages },
    rules: { 'messages/loose-strings': 'error' },
  },
  // Typed: a promise that nobody waits for loses its error, and a case that nobody thought of does nothing.
  {
    files: TYPED,
    // Types take most of the time of a lint, and a test that forgets a promise fails by itself.
    ignores: ['**/*.test.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['server/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.suite.ts'],
    rules: { 'max-lines': ['error', { max: 250 }] },
  },
  // Monaco anchors each of its expressions at one place of a line, so none of them moves.
  { files: ['components/editor/asyGrammar.ts'], rules: { 'regexp/no-super-linear-move': 'off' } },
  { files: ['scripts/**', 'cli/**', 'bench/**', 'examples/**', '*.config.*'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: { alwaysTryTypes: true } },
      'boundaries/files': PLACES,
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          message: '{{from.file.categories}} may not import {{to.file.categories}} (docs/ARCHITECTURE.md, "The house")',
          policies: [
            ...Object.entries(HOUSE).map(([from, allowed]) => ({
              from: { file: { categories: from } },
              allow: { to: { file: { categories: { anyOf: allowed } } } },
            })),
            ...ZONES.map(({ to, by, among }) => ({
              from: { file: { categories: { anyOf: among, noneOf: by } } },
              disallow: { to: { file: { categories: to } } },
            })),
          ],
        },
      ],
    },
  },
);
