import type { ValueSchema } from '../body-schema.ts';

/** A member of an object, as TypeScript has it. Of equal members in several places it is one. */
export interface MemberType {
  /** The members of its union. */
  readonly parts: readonly string[];
  readonly isOptional: boolean;
  /** The format of its strings, in words; `undefined` where they differ. */
  format: string | undefined;
  /** The least and the greatest share of objects that have it. */
  leastPresent: number;
  mostPresent: number;
}

/** A member by its schema, whose union has these members. */
export function memberType(
  name: string,
  schema: ValueSchema,
  parts: readonly string[],
  isOptional: boolean,
): MemberType {
  const present = isOptional ? (schema['x-present'] ?? 1) : 1;
  // An object without a member `constructor` has that of all objects, and TypeScript says so.
  const isInherited = isOptional && typeof Reflect.get(Object.prototype, name) === 'function';
  return {
    parts: isInherited && !parts.includes('unknown') ? [...parts, 'Function'] : parts,
    isOptional,
    format: formatOf(schema),
    leastPresent: present,
    mostPresent: present,
  };
}

/** Adds what is known of an equal member in another place. */
export function addMember(member: MemberType, other: MemberType): void {
  if (member.format !== other.format) member.format = undefined;
  member.leastPresent = Math.min(member.leastPresent, other.leastPresent);
  member.mostPresent = Math.max(member.mostPresent, other.mostPresent);
}

/** What is told of a member beside its type; `undefined` if nothing. */
export function remarkOf(member: MemberType): string | undefined {
  const { format, leastPresent, mostPresent } = member;
  const shares = [...new Set([percent(leastPresent), percent(mostPresent)])].join(' to ');
  const remarks = [format, leastPresent < 1 ? `in ${shares} % of them` : undefined];
  const told = remarks.filter((remark) => remark !== undefined);
  return told.length > 0 ? told.join('; ') : undefined;
}

/** A member without its remark: `name?: A | B`. */
export function memberText(name: string, member: MemberType): string {
  return `${memberName(name)}${member.isOptional ? '?' : ''}: ${member.parts.join(' | ')}`;
}

function formatOf(schema: ValueSchema): string | undefined {
  if (schema.format !== undefined) return schema.format;
  const within = schema.items ?? schema.additionalProperties;
  return within && within.format !== undefined ? `each ${within.format}` : undefined;
}

function percent(share: number): string {
  if (share >= 1) return '100';
  if (share > 0.99) return 'more than 99';
  return share < 0.01 ? 'less than 1' : String(Math.round(share * 100));
}

const identifier = /^[A-Za-z_$][\w$]*$/;

/**
 * What editors and terminals act on or show as nothing, halves of surrogate pairs, what Unicode does not know, and the replacement character,
 * for which TypeScript 5 takes a file for a binary one.
 */
const unseen = /[\ufffd\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/** The name of a member as TypeScript reads it: in quotes if it is no identifier. */
export function memberName(name: string): string {
  return identifier.test(name) ? name : escaped(JSON.stringify(name));
}

/** Text of others for a comment, on one line that it cannot end. */
export function commentText(text: string): string {
  return escaped(text).replaceAll('*/', '*\\/');
}

function escaped(text: string): string {
  return text.replace(unseen, (characters) => {
    const units = Array.from({ length: characters.length }, (_, index) =>
      characters.charCodeAt(index).toString(16).padStart(4, '0'),
    );
    return units.map((unit) => `\\u${unit}`).join('');
  });
}
