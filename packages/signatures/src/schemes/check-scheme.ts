import type { SchemeSettings } from '../scheme.ts';
import { findScheme } from './table.ts';
import { partsOf, unknownPlaceholder } from './template.ts';

/** A fault in how settings choose a scheme: the member, and a sentence. */
export interface SchemeFault {
  member: Member | `pairs.${keyof Pairs}`;
  message: string;
}

type Member = Exclude<keyof SchemeSettings, 'tolerance'>;
type Pairs = NonNullable<SchemeSettings['pairs']>;

const membersOfCustom: readonly Member[] = [
  ...(['header', 'prefix', 'pairs', 'algorithm', 'encoding', 'signed'] as const),
  ...(['timestampHeader', 'idHeader', 'secretEncoding'] as const),
];
const required: Readonly<Record<string, readonly Member[]>> = {
  custom: ['header', 'algorithm', 'encoding', 'signed'],
  token: ['header'],
  paypal: ['webhookId'],
};
const allowed: Readonly<Record<string, readonly Member[]>> = {
  ...required,
  custom: membersOfCustom,
};
const headerMembers = ['header', 'timestampHeader', 'idHeader'] as const;

/** The first fault of settings; undefined if requests can be verified by them. */
export function checkScheme(settings: SchemeSettings): SchemeFault | undefined {
  const { scheme } = settings;
  if (findScheme(scheme) === undefined)
    return { member: 'scheme', message: `there is no scheme ${JSON.stringify(scheme)}` };
  for (const member of [...membersOfCustom, 'webhookId'] as const) {
    const given = settings[member] !== undefined;
    if (given && !allowed[scheme]?.includes(member))
      return { member, message: `the scheme ${scheme} does not use it` };
    if (!given && required[scheme]?.includes(member))
      return { member, message: `the scheme ${scheme} needs it` };
  }
  return (
    faultOfHeader(settings) ??
    faultOfPrefix(settings) ??
    faultOfPairs(settings) ??
    faultOfSigned(settings)
  );
}

function faultOfHeader(settings: SchemeSettings): SchemeFault | undefined {
  for (const member of headerMembers) {
    const name = settings[member];
    if (name !== undefined && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/.test(name))
      return { member, message: 'it is not a header name' };
    const isSignature = name?.toLowerCase() === settings.header?.toLowerCase();
    if (member !== 'header' && name !== undefined && isSignature)
      return {
        member,
        message:
          'it is the header with the signature; pairs: {"signature": "v1", "timestamp": "t"} reads t=…,v1=… in one header',
      };
  }
  return undefined;
}

function faultOfPrefix({ prefix, pairs }: SchemeSettings): SchemeFault | undefined {
  if (prefix === undefined) return undefined;
  if (pairs !== undefined)
    return { member: 'prefix', message: 'pairs tells where a signature begins: leave prefix out' };
  // RFC 9110, section 5.5: white space around a value is no part of it.
  return /^[\x21-\x7e\x80-\xff][\t\x20-\x7e\x80-\xff]*$/.test(prefix)
    ? undefined
    : { member: 'prefix', message: 'no header has a value that begins so' };
}

function faultOfPairs({ pairs, timestampHeader }: SchemeSettings): SchemeFault | undefined {
  if (pairs === undefined) return undefined;
  const { signature, timestamp, separator = ',' } = pairs;
  if (!/^(?:(?![\w=+/-])[ -~])+$/.test(separator))
    return {
      member: 'pairs.separator',
      message: 'it stands between two pairs, and can be no letter, digit or = + / - _',
    };
  for (const name of ['signature', 'timestamp'] as const) {
    const { [name]: written = 'a' } = pairs;
    if (!/^[!-~]+$/.test(written) || /[=,"]/.test(written) || written.includes(separator))
      return { member: `pairs.${name}`, message: 'it is the name before =, such as v1' };
  }
  if (timestamp === signature)
    return { member: 'pairs.timestamp', message: 'it has the name of the signature' };
  if (timestamp !== undefined && timestampHeader !== undefined)
    return { member: 'timestampHeader', message: 'pairs.timestamp tells where the time is' };
  return undefined;
}

function faultOfSigned({ signed, pairs, timestampHeader, idHeader }: SchemeSettings) {
  if (signed === undefined) return undefined;
  const member = 'signed';
  const unknown = unknownPlaceholder(signed);
  if (unknown !== undefined) return { member, message: `${unknown} stands for nothing` } as const;
  const placeholders = partsOf(signed).flatMap((part) =>
    'placeholder' in part ? part.placeholder : [],
  );
  if (!placeholders.includes('body'))
    return { member, message: 'it has no {body}, so that any body would fit' } as const;
  if (placeholders.indexOf('body') !== placeholders.lastIndexOf('body'))
    return { member, message: 'it has {body} more than once' } as const;
  if (placeholders.includes('id') && idHeader === undefined)
    return { member, message: '{id} needs idHeader' } as const;
  const signsTime = placeholders.includes('timestamp');
  const hasTime = (timestampHeader ?? pairs?.timestamp) !== undefined;
  if (signsTime && !hasTime)
    return { member, message: '{timestamp} needs timestampHeader or pairs.timestamp' } as const;
  if (!signsTime && hasTime)
    return {
      member: timestampHeader === undefined ? 'pairs.timestamp' : 'timestampHeader',
      message: 'signed has no {timestamp}, and a time that is not signed says nothing',
    } as const;
  return undefined;
}
