import { ESLint } from 'eslint';
import { expect, it } from 'vitest';

/** The layers are eslint's to keep; this keeps eslint to it. */
const eslint = new ESLint();

const LAYERS = /restricted|no-cycle/;

async function isRefused(file: string, code: string): Promise<boolean> {
  const text = file.endsWith('.svelte') ? `<script lang="ts">\n${code}\n</script>` : code;
  const [result] = await eslint.lintText(text, { filePath: file });
  return result!.messages.some((message) => LAYERS.test(message.ruleId ?? ''));
}

it.each([
  ['src/lib/ipc/a.ts', `import { invoke } from '@tauri-apps/api/core';`, false],
  ['src/features/editor/a.ts', `import { invoke } from '@tauri-apps/api/core';`, true],
  ['src/features/editor/a.ts', `const api = await import('@tauri-apps/api/core');`, true],
  ['src/features/editor/a.ts', `import x from './preview';`, false],
  ['src/features/editor/a.ts', `import x from '../library/SkillList.svelte';`, true],
  ['src/features/editor/a.ts', `import x from '$features/library/SkillList.svelte';`, true],
  ['src/features/editor/a.ts', `export { default } from '../library/SkillList.svelte';`, true],
  ['src/features/editor/a.ts', `const x = await import('../library/SkillList.svelte');`, true],
  ['src/features/editor/a.ts', `import x from '$kit/Button.svelte';`, false],
  ['src/features/editor/a.ts', `import x from '../../views/Stage.svelte';`, true],
  ['src/lib/a.ts', `import x from '../views/Stage.svelte';`, true],
  ['src/kit/A.svelte', `import x from '../features/library/SkillList.svelte';`, true],
  ['src/kit/A.svelte', `import x from '$lib/ipc/error';`, true],
  ['src/kit/A.svelte', `import x from '$lib/time';`, false],
  ['src/views/A.svelte', `import x from '../features/library/SkillList.svelte';`, false],
])(
  '%s: %s',
  async (file, code, refused) => {
    expect(await isRefused(file, code)).toBe(refused);
  },
  // eslint reads its rules and what is imported; on a busy machine that takes its time.
  60_000,
);

it.each([
  ['<b title="x">y</b>', true],
  ['<b title={x}>y</b>', true],
  ['<b {title}>y</b>', true],
  ['<b data-tip="x">y</b>', false],
  ['<iframe title="x"></iframe>', false],
  ['<Part title="x" />', false],
])(
  'one kind of tooltip: %s',
  async (markup, refused) => {
    const text = `<script lang="ts">\n  let { x, title, Part } = $props();\n</script>\n\n${markup}\n`;
    const [result] = await eslint.lintText(text, { filePath: 'src/kit/A.svelte' });
    const about = result!.messages.filter(({ ruleId }) => ruleId === 'no-restricted-syntax');
    expect(about.length > 0).toBe(refused);
  },
  60_000,
);
