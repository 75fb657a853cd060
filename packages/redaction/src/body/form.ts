import type { Redaction } from '../text/redaction.ts';
import { redactedPairs } from './encoded-pairs.ts';

/** A form of more fields is left out: each takes much more memory than it has characters. */
export const mostFormFields = 10_000;

/** By default, curl calls every text a form. What stands in a name that no form has there is another text, or one in UTF-16 that was not
 * declared: it has zeros in it. */
const inNoName = /[\s<>{}"\\\p{Control}]/u;

/** What is shown of the fields of an urlencoded form; `undefined` if the text is none. */
export function redactedForm(
  text: string,
  redaction: Redaction,
): [name: string, value: string][] | undefined {
  if (!text.includes('=')) return undefined;
  const form = text.startsWith('\ufeff') ? text.slice(1) : text;
  let fields = 0;
  for (const piece of form.split('&')) {
    const equals = piece.indexOf('=');
    const name = equals === -1 ? piece.trimEnd() : piece.slice(0, equals);
    fields += 1;
    if (fields > mostFormFields || inNoName.test(name)) return undefined;
  }
  return redactedPairs(form, redaction);
}
