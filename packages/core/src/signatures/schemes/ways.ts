import type { Scheme, SchemeSettings, SignatureText, Signing } from '../scheme.ts';
import { findScheme, headersOf, schemes } from './table.ts';

const names = ['body', 'timestamp', 'id', 'url', 'method'] as const;
export type Placeholder = (typeof names)[number];

/** A piece of what is signed: a text as it is, or what stands for it. */
export type TemplatePart = { text: string } | { placeholder: Placeholder };

/** The pieces of a text with `{body} {timestamp} {id} {url} {method}` in it. */
export function partsOf(signed: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  for (const [index, piece] of signed.split(/\{(body|timestamp|id|url|method)\}/).entries()) {
    const placeholder = names.find((name) => name === piece);
    if (index % 2 === 1 && placeholder !== undefined) parts.push({ placeholder });
    else if (piece !== '') parts.push({ text: piece });
  }
  return parts;
}

/** The first `{…}` of a text that stands for nothing. */
export function unknownPlaceholder(signed: string): string | undefined {
  return (signed.match(/\{\w*\}/g) ?? []).find(
    (written) => !names.some((name) => written === `{${name}}`),
  );
}

/** The ways to sign a request by a scheme and the settings of an endpoint; none if these lack something. */
export function waysOf(scheme: Scheme, settings: SchemeSettings): readonly Signing[] {
  const { header } = settings;
  if (scheme.name === 'token' && header !== undefined) return [{ by: 'secret', header }];
  if (scheme.name !== 'custom') return scheme.ways;
  const { prefix, pairs, algorithm, encoding, signed, timestampHeader, idHeader } = settings;
  if (header === undefined || algorithm === undefined) return [];
  if (encoding === undefined || signed === undefined) return [];
  const { secretEncoding = 'text' } = settings;
  const placeholders = partsOf(signed).map((part) => 'placeholder' in part && part.placeholder);
  return [
    {
      by: 'hmac',
      hash: algorithm,
      key: secretEncoding === 'base64' ? 'whsec' : secretEncoding,
      header,
      text:
        pairs === undefined
          ? { form: 'whole', several: true, ...(prefix !== undefined && { prefix }) }
          : fieldsOf(pairs),
      encoding,
      signed,
      ...(timestampHeader !== undefined && {
        time: { header: timestampHeader, unit: 'any' as const },
      }),
      ...(pairs?.timestamp !== undefined && { time: { unit: 'any' as const } }),
      ...(idHeader !== undefined && placeholders.includes('id') && { id: idHeader }),
    },
  ];
}

function fieldsOf(pairs: NonNullable<SchemeSettings['pairs']>): SignatureText {
  const { signature, timestamp, separator = ',' } = pairs;
  const time = timestamp === undefined ? {} : { time: timestamp };
  return { form: 'fields', several: true, separator, signature, ...time };
}

/** The ways that a secret is for. */
export function waysFor(ways: readonly Signing[], secret: string): readonly Signing[] {
  const own = ways.filter(
    ({ secretPrefix }) => secretPrefix !== undefined && secret.startsWith(secretPrefix),
  );
  return own.length > 0 ? own : ways.filter(({ secretPrefix }) => secretPrefix === undefined);
}

/** The headers, in lower case, that are themselves the secret by these settings, or hand it over. */
export function secretHeaders(settings: SchemeSettings): string[] {
  const scheme = findScheme(settings.scheme);
  if (scheme === undefined) return [];
  const names = waysOf(scheme, settings).flatMap((way) => (way.by === 'secret' ? way.header : []));
  const { handshakeHeader } = scheme.secret;
  if (handshakeHeader !== undefined) names.push(handshakeHeader);
  return names.map((name) => name.toLowerCase());
}

/**
 * Every header, in lower case, by which a scheme of the table signs, in any of its ways, or hands over its secret; but not Authorization, of
 * which only a part is secret.
 */
export function signatureHeaders(): ReadonlySet<string> {
  const names = schemes.flatMap(({ ways, secret }) => [
    ...ways.flatMap(headersOf),
    ...(secret.handshakeHeader === undefined ? [] : [secret.handshakeHeader]),
  ]);
  return new Set(
    names.map((name) => name.toLowerCase()).filter((name) => name !== 'authorization'),
  );
}
