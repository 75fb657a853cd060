import { itemPlace, memberPlace, SetupError } from './setup-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `${NAME}`, or with one more dollar sign in front the text `${NAME}` itself. */
const reference = /\$(\$?)\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** A value of the environment that was put into a text. */
export interface FilledValue {
  /** That of the text in the document. */
  place: string;
  /** The variable. */
  name: string;
  value: string;
}

/**
 * A copy of a document in which `${NAME}` in texts is replaced by the value of that environment variable. The values are put
 * into texts that were parsed before, so that none of them can change the document's structure. Names of members
 * stay as they are.
 * @param used gets every value that was put somewhere
 * @throws {SetupError} if a variable is not set, or the document is nested deeper than any that makes sense
 */
export function withEnvironment(
  value: unknown,
  environment: Environment,
  used: FilledValue[] = [],
): unknown {
  return filled(value, { environment, used }, '', 0);
}

interface Filling {
  environment: Environment;
  used: FilledValue[];
}

/** An alias of YAML that leads to itself has no end. */
const mostDepth = 50;

function filled(value: unknown, filling: Filling, place: string, depth: number): unknown {
  if (typeof value === 'string') return filledText(value, filling, place);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === mostDepth) throw new SetupError('document', 'it is nested too deeply');
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      filled(item, filling, itemPlace(place, index), depth + 1),
    );
  }
  // With a prototype a member called `__proto__` would disappear.
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    copy[name] = filled(member, filling, memberPlace(place, name), depth + 1);
  }
  return copy;
}

function filledText(text: string, { environment, used }: Filling, place: string): string {
  return text.replace(reference, (_all, doubled: string, name: string) => {
    if (doubled !== '') return `\${${name}}`;
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined) {
      throw new SetupError(place, `the environment variable ${name} is not set`);
    }
    used.push({ place, name, value });
    return value;
  });
}
