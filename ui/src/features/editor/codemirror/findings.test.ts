import { EditorView } from '@codemirror/view';
import { expect, it, vi } from 'vitest';
import type { Finding } from '$lib/ipc';
import { findingMarks, showFindings } from './findings';

it('draws no line under the indents and dashes of what a finding covers', () => {
  const doc = 'allowed-tools:\n  - send_sms\n  - transfer_call\n---\nText - with a dash\n';
  const view = new EditorView({ doc, extensions: [findingMarks], parent: document.body });
  const at = (from: number, to: number): Finding =>
    ({ code: 'tools-form', severity: 'info', message: '', from, to, actions: [], fix: null }) as unknown as Finding;
  const whole = at(doc.indexOf('  - send'), doc.indexOf('\n---'));
  const prose = at(doc.indexOf('Text'), doc.indexOf('dash'));
  view.dispatch(showFindings(view.state, [whole, prose], { fix: vi.fn(), act: vi.fn() }));
  const margins = [...view.dom.querySelectorAll('.cm-lint-margin')];
  expect(margins.map((each) => each.textContent)).toEqual(['  - ', '  - ']);
  // Inside the mark whose line it takes away, not around it.
  expect(margins.every((each) => each.querySelector('.cm-lintRange') === null)).toBe(true);
  expect(margins.every((each) => each.closest('.cm-lintRange') !== null)).toBe(true);
  view.destroy();
});
