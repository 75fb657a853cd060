import type { ValueSchema } from '../body-schema.ts';
import { commentText, memberText, remarkOf } from './member-type.ts';
import { type ObjectType, ObjectTypes, restText } from './object-types.ts';
import { interfaceNameOf, TypeNames } from './type-names.ts';

/** A longer name of an event is cut in the comment. */
const mostEventCharacters = 200;

/**
 * The types of a schema as a module of TypeScript that compiles under `strict`: an interface named after the event, and one for each object in
 * it that is not short. The same schema always gives the same text.
 */
export function typescriptOf(schema: ValueSchema, event?: string): string {
  const types = new ObjectTypes();
  const text = types.partsOf(schema, { name: '', above: '', level: 0 }).join(' | ');
  const rootName = interfaceNameOf(event);
  const typeNames = new TypeNames(rootName);
  const names = new Map<ObjectType, string>();
  const declarations: string[] = [];
  const nameObjectsIn = (type: string) => {
    for (const object of types.objectsIn(type)) {
      if (!names.has(object)) names.set(object, typeNames.nameOf(object.place));
    }
  };

  const root = types.objectOf(text);
  if (root === undefined) declarations.push(`export type ${rootName} = ${text};\n`);
  else names.set(root, rootName);
  nameObjectsIn(text);
  // What is named on the way comes later.
  for (const [object, name] of names) {
    const members = membersText(object);
    nameObjectsIn(members);
    declarations.push(`export interface ${name} {\n${members}}\n`);
  }
  return types.named(eventComment(event) + declarations.join('\n'), names);
}

function membersText(object: ObjectType): string {
  const lines = [...object.members].flatMap(([name, member]) => {
    const remark = remarkOf(member);
    return [...(remark === undefined ? [] : [`/** ${remark} */`]), `${memberText(name, member)};`];
  });
  if (object.rest.length > 0) lines.push(`${restText(object)};`);
  return lines.map((line) => `  ${line}\n`).join('');
}

function eventComment(event = ''): string {
  if (event === '') return '';
  const shown = event.slice(0, mostEventCharacters);
  return `/** The event \`${commentText(shown)}${shown === event ? '' : '…'}\`. */\n`;
}
