import { queryPairs } from '@hookwell/core/match';
import type { JsonDocument } from '../json/json-document.ts';
import { jsonInText } from '../json/texts-opened.ts';

export interface NameValuePair {
  name: string;
  value: string;
}

export interface NameValuePairs {
  /** Decoded, in their order. Repeated names stay. */
  pairs: NameValuePair[];
  /** False if there are more pairs than were read. */
  isComplete: boolean;
}

/** Reads the pairs of a query or of a form (URL Standard, section 5.1). */
export function nameValuePairs(text: string, most = 2000): NameValuePairs {
  const parts = text.split('&', most + 1).filter((part) => part !== '');
  const pairs = queryPairs(parts.slice(0, most).join('&'));
  return {
    pairs: pairs.map(([name, value]) => ({ name, value })),
    isComplete: parts.length <= most,
  };
}

/**
 * Reads the pairs of a form, whose escapes may be bytes of another charset than UTF-8: that of its type, or the one that a
 * field `charset` (PayPal) or `_charset_` (browsers) names.
 */
export function formPairs(text: string, declared: string | undefined): NameValuePairs {
  const read = nameValuePairs(text);
  const named = read.pairs.find(({ name }) => /^(_charset_|charset)$/.test(name))?.value;
  const decoder = decoderOf(declared ?? named);
  if (decoder === undefined) return read;
  const decode = (part: string) =>
    part
      .replaceAll('+', ' ')
      .replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
        decoder.decode(Uint8Array.from(escapes.slice(1).split('%'), (byte) => parseInt(byte, 16))),
      );
  const parts = text.split('&').filter((part) => part !== '');
  const pairs = parts.slice(0, read.pairs.length).map((part) => {
    const [name = '', ...value] = part.split('=');
    return { name: decode(name), value: decode(value.join('=')) };
  });
  return { ...read, pairs };
}

/** `undefined` for UTF-8, and for what no browser knows. */
function decoderOf(charset: string | undefined): TextDecoder | undefined {
  try {
    const decoder = new TextDecoder(charset);
    return decoder.encoding === 'utf-8' ? undefined : decoder;
  } catch {
    return undefined;
  }
}

/** Neighbouring fields in one table, or one field whose value is a text that holds JSON. */
type FieldGroup =
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
