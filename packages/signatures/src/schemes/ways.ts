import type { Scheme, SchemeSettings, SignatureText, Signing } from '../scheme.ts';
import { partsOf } from './template.ts';

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
