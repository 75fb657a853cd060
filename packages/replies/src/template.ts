import type { MatchField } from '@hookwell/match';
import type { Reply } from './settings.ts';

/** A text with fields of a request in it: texts and fields, in their order. */
export interface Template {
  parts: readonly (string | TemplateField)[];
}

/** The templates of a reply: its body and its headers with fields. */
export function templatesOf({ body, headers }: Pick<Reply, 'body' | 'headers'>): Template[] {
  const ofHeaders = headers.flatMap(([, value]) => (typeof value === 'string' ? [] : value));
  return body === undefined || body instanceof Uint8Array ? ofHeaders : [body, ...ofHeaders];
}

/** A field in a template. */
export interface TemplateField {
  field: MatchField;
  /** As the match language prints it. */
  name: string;
}
