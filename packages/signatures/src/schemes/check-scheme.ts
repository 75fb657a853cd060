import type { SchemeSettings } from '../scheme.ts';
import { findScheme } from './table.ts';
import { partsOf, unknownPlaceholder } from './template.ts';

/** A fault in how settings choose a scheme: the member, and a sentence. */
export interface SchemeFault {
  member: Exclude<keyof SchemeSettings, 'tolerance'>;
  message: string;
}

type Member = SchemeFault['member'];

const membersOfCustom: readonly Member[] = [
  ...(['header', 'prefix', 'algorithm', 'encoding', 'signed'] as const),
  ...(['timestampHeader', 'idHeader'] as const),
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
  return faultOfHeader(settings) ?? faultOfSigned(settings);
}

function faultOfHeader(settings: SchemeSettings): SchemeFault | undefined {
  for (const member of headerMembers) {
    const name = settings[member];
    if (name !== undefined && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/.test(name))
      return { member, message: 'it is not a header name' };
  }
  return undefined;
}

function faultOfSigned({ signed, timestampHeader, idHeader }: SchemeSettings) {
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
  if (signsTime && timestampHeader === undefined)
    return { member, message: '{timestamp} needs timestampHeader' } as const;
  if (!signsTime && timestampHeader !== undefined)
    return {
      member: 'timestampHeader',
      message: 'signed has no {timestamp}, and a time that is not signed says nothing',
    } as const;
  return undefined;
}
