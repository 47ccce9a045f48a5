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

/** How long writing rests before it is converted, in milliseconds. */
export const REST = 80;

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
  /** Path of the parameter that is lit in all three forms. */
  lit = $state<string | null>(null);

  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly convert: (edit: SpecEdit) => Promise<ToolSpec>) {}

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

  /** Writes the signature in another way; one that is the source is taken from what its text came to. */
  async speak(dialect: SignatureDialect): Promise<void> {
    if (dialect === this.dialect) return;
    this.dialect = dialect;
    if (this.source !== 'signature' || this.problems.length > 0) return this.refresh();
    const { schema } = this;
    const turn = this.#begin();
    const edit: SpecEdit = { source: 'schema', signature: '', dialect, parameters: [], schema };
    await this.#ask(turn, edit, (spec) => {
      this.signature = spec.signature;
      void this.refresh();
    });
  }

  /** Converts what is written now. */
  async refresh(): Promise<void> {
    const turn = this.#begin();
    await this.#ask(turn, this.edit, (spec) => this.#follow(spec));
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
    this.#turn += 1;
    this.isConverting = false;
  }

  #changed() {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.isConverting = true;
    this.#timer = setTimeout(() => void this.refresh(), REST);
  }

  #begin(): number {
    clearTimeout(this.#timer);
    this.isConverting = true;
    return ++this.#turn;
  }

  async #ask(turn: number, edit: SpecEdit, then: (spec: ToolSpec) => void) {
    try {
      const spec = await this.convert(edit);
      if (turn !== this.#turn) return;
      this.isConverting = false;
      this.error = null;
      then(spec);
    } catch (thrown) {
      if (turn !== this.#turn) return;
      this.isConverting = false;
      this.error = StudioError.from(thrown);
    }
  }

  #follow(spec: ToolSpec) {
    this.problems = spec.problems;
    if (spec.problems.length > 0) return;
    if (this.source !== 'signature') this.signature = spec.signature;
    if (this.source !== 'parameters') this.parameters = spec.parameters;
    if (this.source !== 'schema') this.schema = spec.schema;
    this.marks = spec.marks;
    this.losses = spec.losses;
  }
}
