/** The form library in the studio's clothes: its fields and lists, our controls. It validates nothing; the studio does. */
import '@sjsf/form/fields/extra/enum-include';
import type { Config, FormState, ResolveFieldType } from '@sjsf/form';
import { overrideByRecord } from '@sjsf/form/lib/resolver';
import { base } from '@sjsf/form/theme';
import BooleanControl from './BooleanControl.svelte';
import ChoiceControl from './ChoiceControl.svelte';
import FieldRow from './FieldRow.svelte';
import FormButton from './FormButton.svelte';
import ListGroup from './ListGroup.svelte';
import ListItem from './ListItem.svelte';
import NumberControl from './NumberControl.svelte';
import ObjectGroup from './ObjectGroup.svelte';
import Plain from './Plain.svelte';
import PropertyRow from './PropertyRow.svelte';
import RawRow from './RawRow.svelte';
import { type Kind, kindOf } from './shape';
import TextControl from './TextControl.svelte';

export const theme = overrideByRecord(base, {
  arrayItemTemplate: ListItem,
  arrayTemplate: ListGroup,
  button: FormButton,
  checkboxWidget: BooleanControl,
  fieldTemplate: FieldRow,
  form: Plain,
  layout: Plain,
  numberWidget: NumberControl,
  objectPropertyTemplate: PropertyRow,
  objectTemplate: ObjectGroup,
  selectWidget: ChoiceControl,
  submitButton: Plain,
  textWidget: TextControl,
  unknownField: RawRow,
});

const fields = {
  text: 'stringField',
  number: 'numberField',
  integer: 'integerField',
  boolean: 'booleanField',
  choice: 'enumField',
  list: 'arrayField',
  object: 'objectField',
  raw: 'unknownField',
} satisfies Record<Kind, string>;

/** The field of a node, by its kind. */
export const resolver = (_form: FormState<unknown>): ResolveFieldType => {
  return ({ schema }: Config) => fields[kindOf(schema)] as ReturnType<ResolveFieldType>;
};
