/** The five steps of the first run: each leads to where it is done, with one's own skill or a sample's. */
import { indexBy } from '$lib/group';
import { type SkillRow, commands } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { type FirstRunStep, firstRun } from '$lib/state/first-run.svelte';
import { exportSkill } from '$lib/state/skill-export';

interface Step {
  title: string;
  about: string;
  /** The verb on its button. */
  button: string;
  perform: (skill: SkillRow) => unknown;
}

const problemsOf = ({ errors, warnings }: SkillRow) => errors + warnings;
const hasProblems = (row: SkillRow) => problemsOf(row) > 0;

export const firstRunWords: Record<FirstRunStep, Step> = {
  fix: {
    title: 'Fix a problem',
    about: 'Open a skill at its first problem. Most have a quick fix.',
    button: 'Show a problem',
    perform: (skill) => {
      const troubled = hasProblems(skill) ? skill : app.rows.find(hasProblems);
      if (troubled) return app.showProblemOf(troubled.id, 'first');
      app.notify('No skill has errors or warnings. Nothing to fix.');
      firstRun.take('fix');
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

/** Leads to a step with the open skill, or else with the one to look at first; where there is none, skills are imported. */
export async function startFirstRunStep(step: FirstRunStep): Promise<void> {
  app.overlay = null;
  await app.attempt('Starting the step', async () => {
    const id = app.selectedId ?? (await commands.suggestSkill());
    const skill = app.rows.find((row) => row.id === id);
    if (!skill) return app.openImport();
    await firstRunWords[step].perform(skill);
  });
}

/** The skills as they were when this was told last; none while nobody asks for them. */
let before: ReadonlyMap<string, SkillRow> = new Map();

/** Whether there is a problem to fix; one is fixed where a skill was changed and has fewer than before, wherever that was done. */
export function noteFixes(rows: readonly SkillRow[]): void {
  const isAwaited = firstRun.isShown && !firstRun.isTaken('fix');
  const isFixed = (row: SkillRow) => {
    const was = before.get(row.id);
    return was && was.aggregate_version !== row.aggregate_version && problemsOf(row) < problemsOf(was);
  };
  if (isAwaited && rows.some(isFixed)) firstRun.take('fix');
  before = isAwaited ? indexBy(rows, ({ id }) => id) : new Map();
  firstRun.hasNothingToFix = rows.length > 0 && !rows.some(hasProblems);
}
