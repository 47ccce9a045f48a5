/** The five steps of the first run: each does what it says, with one's own skill or a sample's. */
import { type SkillRow, commands } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { type FirstRunStep, firstRun } from '$lib/state/first-run.svelte';
import { exportSkill } from '$lib/state/skill-export';

interface Step {
  title: string;
  about: string;
  /** The verb on its button. */
  button: string;
  /** False where nothing was done. */
  perform: (skill: SkillRow) => unknown;
}

const hasProblems = ({ errors, warnings }: SkillRow) => errors + warnings > 0;

export const firstRunWords: Record<FirstRunStep, Step> = {
  fix: {
    title: 'Fix a problem',
    about: 'Open a skill at its first problem. Most have a quick fix.',
    button: 'Show a problem',
    perform: (skill) => {
      const troubled = hasProblems(skill) ? skill : app.rows.find(hasProblems);
      return app.showProblemOf((troubled ?? skill).id, 'first');
    },
  },
  query: {
    title: 'Try a query',
    about: 'Type what a user might say, and see which skill is picked and why.',
    button: 'Try a query',
    perform: async () => app.openPlayground({ query: (await commands.suggestQuery())?.query }),
  },
  test: {
    title: 'Run test queries',
    about: 'See how often the right skill is picked and which skills are confused with each other.',
    button: 'Open Evaluate',
    perform: () => app.openQueries(),
  },
  simulate: {
    title: 'Simulate a session',
    about: 'Chat with an agent that uses your skills. The mock model needs no API key or network.',
    button: 'Set up a session',
    perform: ({ name }) => app.openSimulation([name]),
  },
  export: {
    title: 'Export a skill',
    about: "Save a skill as one file you can upload or share. You'll see what isn't included.",
    button: 'Export',
    perform: (skill) => {
      app.openSkill(skill.id);
      return exportSkill(skill, 'archive');
    },
  },
};

/** Takes a step with the open skill, or else with the one to look at first; where there is none, skills are imported. */
export async function takeFirstRunStep(step: FirstRunStep): Promise<void> {
  app.overlay = null;
  await app.attempt('Starting the step', async () => {
    const id = app.selectedId ?? (await commands.suggestSkill());
    const skill = app.rows.find((row) => row.id === id);
    if (!skill) return app.openImport();
    if ((await firstRunWords[step].perform(skill)) !== false) firstRun.take(step);
  });
}
