/** The texts behind the mock studio's skills. */
import type { Seed } from './seeds';

const gasBody = `# Gas emergency

A smell of gas, a hissing pipe, a gas alarm. Safety comes before account questions: never verify identity first.

## Say this at once

1. Leave the building now and take everyone with you.
2. No flames, no light switches, no appliances, no phone indoors.
3. Leave doors open behind you if it costs no time.
4. Wait upwind, 100 m away, until the crew says it is safe.

## Then

1. Get the address with \`lookup_premise\`; a landmark will do.
2. Someone dizzy, sick or unconscious: \`transfer_call\` to 911.
3. Open a priority 1 order with \`create_work_order\`.
4. Send a crew with \`dispatch_crew_v2\` and give its arrival time.
5. Confirm by \`send_sms\` with the order number.

Grade the leak with [leak grades](references/leak-grades.md).
Valves: see [shut-off steps](references/shutoff-steps.md).

## Never

- Never tell anyone to look for the leak, or to close a valve inside the building.
- Never promise a time that dispatch did not give.
- Never close the call before a crew is on its way.
`;

const plainBody = (seed: Seed) => `# ${title(seed.name)}

${seed.description}

## Steps

1. Ask for what is missing, one question at a time.
${seed.tools.map((tool, at) => `${at + 2}. Use \`${tool}\` and read its answer before going on.`).join('\n')}

## Never

- Never guess: what the tools do not say is not known.
- Never promise what nobody has confirmed.
`;

function title(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The text of a seed's \`SKILL.md\`. */
export function skillText(seed: Seed): string {
  if (seed.name === 'onboarding-guide')
    return `---\nname: onboarding-guide\ndescription: Guides a new colleague: accounts: people, first change\n---\n\n# Onboarding guide\n\nStart with the accounts.\n`;
  const lines = [`name: ${seed.name}`, `description: ${seed.description}`, 'license: Apache-2.0'];
  if (seed.tags.length > 0) lines.push('metadata:', '  version: "1.4"', `tags: [${seed.tags.join(', ')}]`);
  if (seed.tools.length > 0) lines.push('allowed-tools:', ...seed.tools.map((tool) => `  - ${tool}`));
  return `---\n${lines.join('\n')}\n---\n\n${seed.name === 'gas-emergency' ? gasBody : plainBody(seed)}`;
}

const note = (heading: string) =>
  `# ${heading}\n\nWhat the field teams agreed on. Read it before the first call.\n\n| grade | what it means | response |\n|---|---|---|\n| 1 | hazard now | at once |\n| 2 | hazard later | within 6 months |\n| 3 | no hazard | at the next survey |\n`;

/** The other files of a skill, with the tokens the list claims for them. */
export function otherFiles(seed: Seed): { path: string; text: string; tokens: number }[] {
  if (seed.name === 'gas-emergency')
    return [
      { path: 'references/leak-grades.md', text: note('Leak grades'), tokens: 1180 },
      { path: 'references/shutoff-valves.md', text: note('Shut-off valves'), tokens: 910 },
      { path: 'references/phone-script-es.md', text: '# Guion de llamada\n\nSalga del edificio ahora.\n', tokens: 340 },
      {
        path: 'scripts/nearest_crew.py',
        text: 'import sys\n\n\ndef nearest(crews, place):\n    return min(crews, key=lambda crew: crew.distance(place))\n\n\nif __name__ == "__main__":\n    print(nearest([], sys.argv[1]))\n',
        tokens: 465,
      },
      { path: 'scripts/leak_grade.sh', text: '#!/bin/sh\nset -eu\necho "grade: $1"\n', tokens: 245 },
    ];
  return seed.tokens[2] > 0
    ? [{ path: 'references/notes.md', text: note(title(seed.name)), tokens: seed.tokens[2] }]
    : [];
}
