import { queryPairs } from '@hookwell/core/match';

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
