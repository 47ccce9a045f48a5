/**
 * A specification as it is written: one form is the source, the others follow it. Each change is converted after a short
 * rest; an answer that was overtaken is dropped, and while the source is wrong the other forms stay as they last were.
 */
import type {
  ParameterMark,
  SignatureDialect,
  SpecEdit,
  SpecForm,
  SpecLoss,
  SpecProblem,
  ToolParameter,
  ToolSpec,
} from '$lib/ipc';
import { StudioError } from '$lib/ipc';
import { Turn } from '$lib/turn';

/** How long writing rests before it is converted, in milliseconds. */
export const REST = 80;

/** What a specification asks of the studio. */
export interface SpecBackend {
  convertSpec(edit: SpecEdit): Promise<ToolSpec>;
  respellSignature(signature: string, dialect: SignatureDialect): Promise<ToolSpec>;
}

export class Spec {
  source = $state<SpecForm>('parameters');
  dialect = $state<SignatureDialect>('arrow');
  signature = $state('');
  parameters = $state.raw<ToolParameter[]>([]);
  schema = $state('');
  marks = $state.raw<ParameterMark[]>([]);
  losses = $state.raw<SpecLoss[]>([]);
  problems = $state.raw<SpecProblem[]>([]);
  /** Why the last conversion could not be made at all. */
  error = $state.raw<StudioError | null>(null);
  isConverting = $state(false);
  /** Why the signature could not be written another way. */
  refused = $state<string | null>(null);
  /** Path of the parameter that is lit in all three forms. */
  lit = $state<string | null>(null);

  readonly #turn = new Turn();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly studio: SpecBackend) {}

  readonly edit: SpecEdit = $derived({
    source: this.source,
    signature: this.source === 'signature' ? this.signature : '',
    dialect: this.dialect,
    parameters: this.source === 'parameters' ? this.parameters : [],
    schema: this.source === 'schema' ? this.schema : '',
  });

  /** Takes a specification as it is stored. */
  take(spec: ToolSpec) {
    this.stop();
    this.source = spec.source;
    this.dialect = spec.dialect;
    this.signature = spec.signature;
    this.parameters = spec.parameters;
    this.schema = spec.schema;
    this.marks = spec.marks;
    this.losses = spec.losses;
    this.problems = spec.problems;
    this.error = null;
    this.refused = null;
  }

  /** Takes what was written and not stored; the other forms follow it. */
  write({ source, dialect, signature, parameters, schema }: SpecEdit) {
    this.source = source;
    this.dialect = dialect;
    if (source === 'signature') this.signature = signature;
    else if (source === 'schema') this.schema = schema;
    else this.parameters = parameters;
    void this.refresh();
  }

  writeSignature(text: string) {
    this.signature = text;
    this.#changed();
  }

  writeSchema(text: string) {
    this.schema = text;
    this.#changed();
  }

  writeParameters(parameters: ToolParameter[]) {
    this.parameters = parameters;
    this.#changed();
  }

  /** Makes a form that followed the source; its text is taken over as it stands. */
  editHere(form: SpecForm) {
    if (form === this.source) return;
    this.source = form;
    void this.refresh();
  }

  /** Whether a form can be written as it stands: a signature need not be able to say everything. */
  canEdit(form: SpecForm): boolean {
    return form !== 'signature' || this.signature !== '';
  }

  /** Writes the signature in another way; where it is the source, only if that way can say all of it. */
  async speak(dialect: SignatureDialect): Promise<void> {
    this.refused = null;
    if (dialect === this.dialect) return;
    if (this.source !== 'signature') {
      this.dialect = dialect;
      return this.refresh();
    }
    if (this.problems.length > 0) return;
    const { signature } = this;
    await this.#ask(
      this.#begin(),
      () => this.studio.respellSignature(signature, dialect).catch(refusal),
      (answer) => {
        if (typeof answer === 'string') return void (this.refused = answer);
        this.signature = answer.signature;
        this.dialect = dialect;
        this.#follow(answer);
      },
    );
  }

  /** Converts what is written now. */
  async refresh(): Promise<void> {
    await this.#ask(
      this.#begin(),
      () => this.studio.convertSpec(this.edit),
      (spec) => this.#follow(spec),
    );
  }

  /** Lights the parameter at an offset in one of the texts; the innermost one where they are nested. */
  light(form: 'signature' | 'schema', offset: number) {
    let least = Infinity;
    let found: string | null = null;
    for (const mark of this.marks) {
      const place = mark[form];
      if (!place || offset < place[0] || offset > place[1] || place[1] - place[0] >= least) continue;
      least = place[1] - place[0];
      found = mark.path;
    }
    this.lit = found;
  }

  /** Ends what rests or is on its way. */
  stop() {
    clearTimeout(this.#timer);
    this.#turn.end();
    this.isConverting = false;
  }

  #changed() {
    this.refused = null;
    clearTimeout(this.#timer);
    this.#turn.end();
    this.isConverting = true;
    this.#timer = setTimeout(() => void this.refresh(), REST);
  }

  #begin(): () => boolean {
    clearTimeout(this.#timer);
    this.isConverting = true;
    return this.#turn.begin();
  }

  async #ask<T>(isNewest: () => boolean, ask: () => Promise<T>, then: (answer: T) => void) {
    try {
      const answer = await ask();
      if (!isNewest()) return;
      this.isConverting = false;
      this.error = null;
      then(answer);
    } catch (thrown) {
      if (!isNewest()) return;
      this.isConverting = false;
      this.error = StudioError.from(thrown);
    }
  }

  #follow(spec: ToolSpec) {
    this.problems = spec.problems;
    if (spec.problems.length > 0) return;
    if (this.source !== 'signature') this.signature = spec.signature;
    else this.dialect = spec.dialect;
    if (this.source !== 'parameters') this.parameters = spec.parameters;
    if (this.source !== 'schema') this.schema = spec.schema;
    this.marks = spec.marks;
    this.losses = spec.losses;
  }
}

/** Why a signature cannot be written another way; whatever else went wrong is thrown again. */
function refusal(thrown: unknown): string {
  const error = StudioError.from(thrown);
  if (error.code === 'invalid') return error.message;
  throw error;
}
