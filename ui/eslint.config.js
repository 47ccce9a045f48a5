import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const features = readdirSync('./src/features');

/** A feature may import the kit, `$lib` and itself, never another feature; what it shares goes through `$lib/state`. */
const featureZones = features.map((feature) => ({
  target: `./src/features/${feature}`,
  from: './src/features',
  except: [`./${feature}`],
  message: 'A feature never imports another; share through $lib/state.',
}));

/** An expression that becomes text as it is: in a template, in a page, or between the words of an attribute. */
const WRITTEN =
  ':matches(TemplateLiteral, SvelteMustacheTag:not(SvelteAttribute > *, SvelteStyleDirective > *), SvelteAttribute[value.length>1] > SvelteMustacheTag)';

const zones = [
  ...featureZones,
  { target: './src/features', from: './src/views', message: 'Views compose features, not the other way round.' },
  {
    target: './src/kit',
    from: './src/{features,views,actions,lib/ipc,lib/state}/**',
    message: 'The kit knows nothing of the domain.',
  },
  { target: './src/lib', from: './src/{features,views}/**', message: 'The library layer knows no feature.' },
];

export default ts.config(
  { ignores: ['dist', 'dist-bridge', '.svelte-check', 'src/lib/ipc/bindings.ts'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    files: ['**/*.{ts,js,svelte}'],
    plugins: { 'import-x': importX },
    // The parser is named here too, since the import rules read .svelte files while they lint .ts ones.
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'] },
    },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })],
      'import-x/parsers': {
        [fileURLToPath(new URL('scripts/imports-parser.js', import.meta.url))]: ['.ts', '.svelte'],
      },
      'import-x/ignore': ['node_modules'],
      'import-x/extensions': ['.ts', '.js', '.svelte'],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { zones }],
      'no-restricted-imports': ['error', { patterns: ['../**/ipc/*'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
      'prefer-const': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    rules: {
      'svelte/require-each-key': 'error',
      'svelte/button-has-type': 'error',
      'svelte/prefer-svelte-reactivity': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,svelte}'],
    ignores: ['src/lib/ipc/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: ['@tauri-apps/*', '../**/ipc/*'] }],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'SvelteElement[kind="html"]:not([name.name="iframe"]) > SvelteStartTag > :matches(SvelteAttribute, SvelteShorthandAttribute)[key.name="title"]',
          message:
            "The system's tooltips cover what one reads: say it with data-tip, or aria-label where it is a name.",
        },
        {
          selector: `${WRITTEN} > MemberExpression[property.name="length"], ${WRITTEN} > BinaryExpression > MemberExpression[property.name="length"]`,
          message: 'A number is written with count() or plural().',
        },
        { selector: 'ImportExpression[source.value=/^@tauri-apps/]', message: 'Only lib/ipc speaks to Tauri.' },
        {
          selector: 'CallExpression[callee.object.name="vi"][callee.property.name=/^(do)?mock$|^resetModules$/i]',
          message: 'Test files share their modules: spy on an object, or answer with recordedStudio or commandsOf.',
        },
      ],
    },
  },
  { files: ['scripts/**', '*.config.*'], rules: { 'no-console': 'off' } },
);
