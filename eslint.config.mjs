import boundaries from 'eslint-plugin-boundaries';
import next from 'eslint-config-next';
import tseslint from 'typescript-eslint';

/** Who may import whom (docs/ARCHITECTURE.md, "The house"). The key may import the folders of its list. */
const HOUSE = {
  core: ['core'],
  client: ['client', 'core'],
  platform: ['platform', 'core'],
  server: ['server', 'platform', 'core'],
  worker: ['worker', 'platform', 'core'],
  components: ['components', 'client', 'core'],
  app: ['app', 'components', 'core', 'pages-interface'],
  cli: ['cli', 'client', 'core'],
  supervisor: ['supervisor', 'platform', 'core'],
  'pages-interface': ['core'],
  // Tests across processes and measurements drive the product from outside: they may look at everything.
  outside: ['outside', 'core', 'client', 'platform', 'server', 'worker', 'components', 'cli', 'supervisor'],
};

const folders = Object.keys(HOUSE).filter((name) => !['pages-interface', 'outside'].includes(name));

export default tseslint.config(
  {
    ignores: ['node_modules', '.next', 'dist', 'data', 'public', 'next-env.d.ts', 'test-results', 'playwright-report'],
  },
  ...tseslint.configs.recommended,
  ...next.map((config) => ({ ...config, files: ['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'] })),
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'max-lines': ['error', { max: 400 }],
    },
  },
  { files: ['scripts/**', 'cli/**', 'bench/**', 'examples/**', '*.config.*'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: { alwaysTryTypes: true } },
      'boundaries/elements': [
        { type: 'pages-interface', pattern: 'server/pages.ts', mode: 'full' },
        ...folders.map((name) => ({ type: name, pattern: `${name}/**/*`, mode: 'full' })),
        { type: 'outside', pattern: '(e2e|bench|scripts|examples|test)/**/*', mode: 'full' },
      ],
    },
    rules: {
      'boundaries/element-types': [
        'error',
        {
          default: 'disallow',
          message: '${file.type} may not import ${dependency.type} (docs/ARCHITECTURE.md, "The house")',
          rules: Object.entries(HOUSE).map(([from, allow]) => ({ from, allow })),
        },
      ],
    },
  },
);
