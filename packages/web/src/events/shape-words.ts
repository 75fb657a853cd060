import type { TypeName, ValueSchema } from '@hookwell/core/schema';

const many: Readonly<Record<TypeName, string>> = {
  object: 'objects',
  array: 'arrays',
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  boolean: 'booleans',
  null: 'nulls',
};

export function typesOf({ type }: ValueSchema): readonly TypeName[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

/** The items of an array, if nothing else is told of a value: those of `[[1]]` are told with it. */
export function onlyItems(schema: ValueSchema): ValueSchema | undefined {
  return schema.properties === undefined && !schema.additionalProperties ? schema.items : undefined;
}

/** What the values are: `string`, `integer or null`, `array of objects`. */
export function typeWords(schema: ValueSchema): string {
  const types = typesOf(schema);
  const words = types.map((type) => (type === 'array' ? arrayWords('array', schema) : type));
  return words.length === 0 ? 'anything' : words.join(' or ');
}

function arrayWords(word: string, schema: ValueSchema): string {
  const items = onlyItems(schema);
  if (items === undefined) return word;
  const types = typesOf(items).map((type) =>
    type === 'array' ? arrayWords('arrays', items) : many[type],
  );
  return types.length === 0 ? word : `${word} of ${types.join(' and ')}`;
}

/** How often a member is there, in words: `always`, `93 %`, `under 1 %`. Only what is always there is called so. */
export function presenceWords(present: number): string {
  if (present >= 1) return 'always';
  const percent = Math.round(present * 100);
  if (percent >= 100) return 'over 99 %';
  return percent < 1 ? 'under 1 %' : `${percent} %`;
}
