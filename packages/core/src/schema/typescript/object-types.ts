import { mostLevels, type TypeName, type ValueSchema } from '../body-schema.ts';
import { addMember, type MemberType, memberText, memberType, remarkOf } from './member-type.ts';

/** An object on one line has no more characters. */
const longestLine = 60;

/** An object that is printed once, under a name of its own. */
export interface ObjectType {
  readonly members: ReadonlyMap<string, MemberType>;
  /** The type of all other members: the members of its union, empty if there are none. */
  readonly rest: readonly string[];
  /** Where it stands first. */
  readonly place: MemberPath;
}

/** The name of the member that has a value, and of the member that has that object. */
export interface MemberPath {
  readonly name: string;
  readonly above: string;
  /** Containers around the value. */
  readonly level: number;
}

/** Stands around the number of an object in the text of a type. In source text it is always escaped. */
const mark = '\0';
const markedNumber = /\0(\d+)\0/g;

/** The types of schemas. Objects of the same members with the same types are one. */
export class ObjectTypes {
  readonly #objects: ObjectType[] = [];
  readonly #byMembers = new Map<string, number>();

  /** The members of the union that a schema is, each as text with marks for objects. */
  partsOf(schema: ValueSchema, place: MemberPath): readonly string[] {
    if (schema.type === undefined || place.level === mostLevels) return ['unknown'];
    const names = typeof schema.type === 'string' ? [schema.type] : schema.type;
    const parts = new Set(names.map((name) => this.#partOf(name, schema, place)));
    if (parts.delete('null')) parts.add('null');
    return [...parts];
  }

  /** The object that a type is and nothing more. */
  objectOf(text: string): ObjectType | undefined {
    return /^\0\d+\0$/.test(text) ? this.objectsIn(text)[0] : undefined;
  }

  /** The objects in the text of a type, by their marks. */
  objectsIn(text: string): ObjectType[] {
    return [...text.matchAll(markedNumber)].flatMap(([, number]) => this.#object(number) ?? []);
  }

  /** A text of a type with names for marks. */
  named(text: string, names: ReadonlyMap<ObjectType, string>): string {
    return text.replace(markedNumber, (_, number: string) => {
      const object = this.#object(number);
      return (object && names.get(object)) ?? 'unknown';
    });
  }

  #object(number: string | undefined): ObjectType | undefined {
    return this.#objects[Number(number)];
  }

  #partOf(type: TypeName, schema: ValueSchema, place: MemberPath): string {
    if (type === 'integer') return 'number';
    if (type === 'object') return this.#objectPart(schema, place);
    if (type !== 'array') return type;
    const elements = this.#within(schema.items, place, 'item');
    return elements.length === 1 ? `${elements[0]}[]` : `(${elements.join(' | ')})[]`;
  }

  #objectPart(schema: ValueSchema, place: MemberPath): string {
    const properties = Object.entries(schema.properties ?? {});
    const { additionalProperties } = schema;
    if (properties.length === 0) {
      const values = this.#within(additionalProperties || undefined, place, 'value');
      return `Record<string, ${values.join(' | ')}>`;
    }
    const required = new Set(schema.required);
    const members = new Map(
      properties.map(([name, value]) => {
        const parts = this.partsOf(value, { name, above: place.name, level: place.level + 1 });
        return [name, memberType(name, value, parts, !required.has(name))];
      }),
    );
    const rest = additionalProperties
      ? restBeside(members, this.#within(additionalProperties, place, 'value'))
      : [];
    const object = { members, rest, place };
    return (place.level > 0 && onOneLine(object)) || this.#markOf(object);
  }

  /** The type of what is in an array or a map. */
  #within(schema: ValueSchema = {}, place: MemberPath, word: string): readonly string[] {
    return this.partsOf(schema, {
      ...place,
      name: `${place.name} ${word}`,
      level: place.level + 1,
    });
  }

  #markOf(object: ObjectType): string {
    const texts = [...object.members].map(([name, member]) => memberText(name, member));
    const key = [...texts.sort(), restText(object)].join('\n');
    const known = this.#byMembers.get(key);
    const number = known ?? this.#objects.push(object) - 1;
    if (known === undefined) this.#byMembers.set(key, number);
    else {
      for (const [name, member] of this.#objects[known]?.members ?? []) {
        addMember(member, object.members.get(name) ?? member);
      }
    }
    return `${mark}${number}${mark}`;
  }
}

/** The type of the other members, as text of a member; empty if there are none. */
export function restText(object: ObjectType): string {
  return object.rest.length > 0 ? `[name: string]: ${object.rest.join(' | ')}` : '';
}

/** What TypeScript demands of an index signature: every member has one of its types. */
function restBeside(
  members: ReadonlyMap<string, MemberType>,
  values: readonly string[],
): readonly string[] {
  const parts = new Set(values);
  for (const member of members.values()) {
    for (const part of member.parts) parts.add(part);
    if (member.isOptional) parts.add('undefined');
  }
  return parts.has('unknown') ? ['unknown'] : [...parts];
}

/** An object with few members and no more to say; `undefined` for any other. */
function onOneLine(object: ObjectType): string | undefined {
  const texts: string[] = [];
  let length = 2;
  for (const [name, member] of object.members) {
    const text = memberText(name, member);
    length += text.length + 2;
    if (length > longestLine || text.includes(mark) || remarkOf(member) !== undefined) return;
    texts.push(text);
  }
  const rest = restText(object);
  if (length + rest.length > longestLine || rest.includes(mark)) return;
  if (rest !== '') texts.push(rest);
  return `{ ${texts.join('; ')} }`;
}
