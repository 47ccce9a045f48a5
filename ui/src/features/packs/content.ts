/** What a pack is made of, as its author changes it. */
import type { PackContent, PackTarget, PackTargetChoice, PackTargetOffer } from '$lib/ipc';

/** A target as it is offered: those for clients once a client. */
export type Choice = PackTargetChoice;

/** Every target that is offered, in order; none before that is known. */
export const choicesOf = (offer: PackTargetOffer | null): Choice[] =>
  (offer?.groups ?? []).flatMap((group) => group.choices);

/** Tells targets apart. */
export const choiceKey = ({ target, client }: Choice): string => (client ? `${target} ${client}` : target);

/** A pack's target of this choice; none where it is not chosen. */
export const chosen = (content: PackContent, choice: Choice): PackTarget | undefined =>
  content.targets.find((target) => choiceKey(target) === choiceKey(choice));

/** The folder a target gets at first: its own name, or the client's. */
const folderOf = ({ target, client }: Choice): string => (client ? `${client}-folder` : target);

/** The content with a target taken in, in the order in which they are offered. Another target's folder is never taken. */
export function withTarget(content: PackContent, choice: Choice, offer: PackTargetOffer | null): PackContent {
  const { targets: others } = withoutTarget(content, choice);
  const taken = new Set(others.map(({ folder }) => folder));
  const wanted = folderOf(choice);
  const free = [wanted, ...Array.from({ length: others.length + 1 }, (_, at) => `${wanted}-${at + 2}`)];
  const folder = free.find((name) => !taken.has(name))!;
  const { target, client } = choice;
  const order = choicesOf(offer).map(choiceKey);
  const targets = [...others, { target, client, plugin: null, folder }].sort(
    (a, b) => order.indexOf(choiceKey(a)) - order.indexOf(choiceKey(b)),
  );
  return { ...content, targets };
}

/** The content with a target left out. */
export const withoutTarget = (content: PackContent, choice: Choice): PackContent => ({
  ...content,
  targets: content.targets.filter((target) => choiceKey(target) !== choiceKey(choice)),
});

/** The content with skills taken in or left out. */
export function withSkills(content: PackContent, ids: readonly string[], isChosen: boolean): PackContent {
  const changed = new Set(ids);
  const kept = content.skills.filter((id) => !changed.has(id));
  return { ...content, skills: isChosen ? [...kept, ...changed] : kept };
}

/** What a new pack of these skills begins with. */
export function newContent(skills: string[], offer: PackTargetOffer): PackContent {
  const empty: PackContent = {
    skills,
    along: { required_skills: true, tools: true, agents: false, queries: true },
    targets: [],
    version: '1.0.0',
    gates: { enforced: ['errors', 'secrets'], min_accuracy: null, scorer: 'hybrid', query_set: null },
  };
  return offer.preselected.reduce((content, choice) => withTarget(content, choice, offer), empty);
}
