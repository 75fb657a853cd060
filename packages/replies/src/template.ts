import type { MatchField } from '@hookwell/match';

/** A text with fields of a request in it: texts and fields, in their order. */
export interface Template {
  parts: readonly (string | TemplateField)[];
}

/** A field in a template. */
export interface TemplateField {
  field: MatchField;
  /** As the match language prints it. */
  name: string;
}
