/** Which language a file is read in, from its path. */
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { python } from '@codemirror/lang-python';
import { yaml, yamlFrontmatter } from '@codemirror/lang-yaml';
import { LanguageDescription } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { styleTags, tags } from '@lezer/highlight';

const fenced = [
  LanguageDescription.of({ name: 'python', alias: ['py'], support: python() }),
  LanguageDescription.of({
    name: 'javascript',
    alias: ['js', 'ts', 'typescript', 'jsx', 'tsx'],
    support: javascript(),
  }),
  LanguageDescription.of({ name: 'json', alias: ['jsonc'], support: json() }),
  LanguageDescription.of({ name: 'yaml', alias: ['yml'], support: yaml() }),
];

/** Code in a sentence reads as one thing, ticks and all. */
const ticks = { props: [styleTags({ 'InlineCode/CodeMark': tags.monospace })] };

const prose = () =>
  yamlFrontmatter({
    content: markdown({ base: markdownLanguage, codeLanguages: fenced, extensions: ticks, completeHTMLTags: false }),
  });

const byExtension: Record<string, () => Extension> = {
  md: prose,
  markdown: prose,
  mdx: prose,
  py: python,
  js: javascript,
  mjs: javascript,
  cjs: javascript,
  jsx: () => javascript({ jsx: true }),
  ts: () => javascript({ typescript: true }),
  tsx: () => javascript({ typescript: true, jsx: true }),
  json: json,
  jsonl: json,
  yaml: yaml,
  yml: yaml,
};

/** The language of a file, or none where there is no mode for it. */
export function languageOf(path: string): Extension {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return byExtension[extension]?.() ?? [];
}

/** Whether a file is prose, with frontmatter perhaps. */
export const isProse = (path: string) => /\.(md|markdown|mdx)$/i.test(path);
