import type { JsonDocument } from '../json/json-document.ts';
import { jsonInText } from '../json/texts-opened.ts';
import type { NameValuePair, NameValuePairs } from './name-value-pairs.ts';

/** Neighbouring fields in one table, or one field whose value is a text that holds JSON. */
export type FieldGroup =
  | { kind: 'pairs'; pairs: NameValuePair[] }
  | { kind: 'json'; pair: NameValuePair; document: JsonDocument };

/** Values beyond these sums are shown as texts. */
const mostDocuments = 50;
const mostCharacters = 4 * 1024 * 1024;

/**
 * Finds the fields that hold JSON, such as `payload` of GitHub and Slack. All fields stay in their order.
 * @param isCut whether the form is only the beginning of the body, so that its last value may be cut off
 */
export function fieldGroups({ pairs, isComplete }: NameValuePairs, isCut = false): FieldGroup[] {
  const groups: FieldGroup[] = [];
  let documents = 0;
  let characters = 0;
  pairs.forEach((pair, index) => {
    const isCutHere = isCut && isComplete && index === pairs.length - 1;
    const mayOpen = documents < mostDocuments && characters + pair.value.length <= mostCharacters;
    const document = mayOpen ? documentIn(pair.value, isCutHere) : undefined;
    if (document !== undefined) {
      documents++;
      characters += pair.value.length;
      groups.push({ kind: 'json', pair, document });
      return;
    }
    const last = groups.at(-1);
    if (last?.kind === 'pairs') last.pairs.push(pair);
    else groups.push({ kind: 'pairs', pairs: [pair] });
  });
  return groups;
}

function documentIn(value: string, isCut: boolean): JsonDocument | undefined {
  // The cut may have gone through an escape of the form.
  return isCut ? jsonInText(value.replace(/%[\da-f]?$/i, ''), { isCut }) : jsonInText(value);
}
