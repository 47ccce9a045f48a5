/** A session as a test case. */
import type { SimulationCase, SimulationView } from '$lib/ipc';
import { conversation, outcomeOf } from './chat';

/** A case that expects of a session what came of it. */
export function caseOf(view: SimulationView): SimulationCase {
  const items = conversation(view.events);
  const messages = items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
  const { skills, tools } = outcomeOf(items);
  return {
    id: '',
    name: view.row.title,
    setup: view.setup,
    messages,
    expected_skills: skills,
    expected_tools: tools,
    expected_text: null,
    expected_schema: null,
    max_tokens: view.row.most_tokens || null,
    assertions: [],
    expected_output: '',
    missing_files: [],
    last: null,
  };
}
