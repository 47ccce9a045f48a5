/** From a name in the text to what it stands for, and to everything that uses it. */
import { commands, type NamedEntity } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import type { OpenDocument } from './document.svelte';

/** Opens a skill or tool; says why where there is nothing to open. */
export function openEntity({ kind, id, name }: NamedEntity) {
  if (kind === 'skill') app.openSkill(id);
  else if (kind === 'tool') app.openTool({ toolId: id });
  else if (kind === 'host_tool') app.notify(`${name} is built into the agent client. The library has no tool to open.`);
  else app.notify(`The library has no tool named ${name}.`);
}

/** What the cursor stands on. */
async function atCursor(open: OpenDocument | null): Promise<NamedEntity | null> {
  if (!open) return null;
  return commands.findEntity(open.skillId, open.path, open.text, open.state.selection.main.head);
}

const NOTHING = 'Place the cursor on a tool or skill name first.';

/** Opens what the cursor stands on. */
export const goToDefinition = (open: OpenDocument | null) =>
  app.attempt('Going to the definition', async () => {
    const entity = await atCursor(open);
    if (entity) openEntity(entity);
    else app.notify(NOTHING);
  });

/** Lists everything that uses what the cursor stands on; the open skill where that is nothing. */
export const findUses = (open: OpenDocument | null) =>
  app.attempt('Finding uses', async () => {
    const entity = await atCursor(open);
    if (entity) app.findUses({ kind: entity.kind, id: entity.id || entity.name });
    else if (open) app.findUses({ kind: 'skill', id: open.skillId });
  });
