import { Validator } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Tells what is wrong with samples by a schema; throws what is wrong with the schema. */
type Judge = (schema: string, texts: readonly string[]) => unknown[];

const ajv = withFormats();

function withFormats(): Ajv2020 {
  const made = new Ajv2020({ strictTypes: false, addUsedSchema: false });
  // Its declarations have the function itself as a property, too.
  addFormats.default(made, { mode: 'full' });
  for (const keyword of ['x-samples', 'x-present', 'x-left-out']) made.addKeyword(keyword);
  return made;
}

/** Validators that others wrote, given the schema as it is printed. All of them assert formats. */
export const judges: Readonly<Record<string, Judge>> = {
  ajv(schema, texts) {
    const isValid = ajv.compile(JSON.parse(schema));
    return texts.flatMap((text) => (isValid(parsed(text)) ? [] : (isValid.errors ?? [])));
  },
  '@cfworker/json-schema'(schema, texts) {
    const judge = new Validator(JSON.parse(schema), '2020-12', false);
    return texts.flatMap((text) => judge.validate(parsed(text)).errors);
  },
};

/** A value whose objects inherit nothing: some validators take an inherited `valueOf` for a member. */
function parsed(text: string) {
  return JSON.parse(text, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.setPrototypeOf(value, null)
      : value,
  );
}
