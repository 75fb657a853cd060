/** Prints the processor time in ms that judging the dearest inputs takes, the least of five times. Run by itself. */
import { differencesOf, readJsonValue, readSchema } from '../src/index.ts';
import { type DearInput, differingMuch, tooDear, tooDeep } from './dear-inputs.ts';

const member = (index: number) => [`member_${index}`, index] as const;
const item = Object.fromEntries(Array.from({ length: 20 }, (_, index) => member(index)));
const usual: DearInput = {
  name: 'a mebibyte of objects that fit',
  schema: {
    items: {
      type: 'object',
      properties: Object.fromEntries(Object.keys(item).map((name) => [name, { type: 'integer' }])),
      required: Object.keys(item),
      additionalProperties: false,
    },
  },
  body: JSON.stringify(Array.from({ length: 3700 }, () => item)),
};

function leastMs(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.round(Math.min(...times) * 10) / 10;
}

function judge({ schema, body }: DearInput): () => void {
  const checked = readSchema(schema);
  const value = readJsonValue(body);
  return () => {
    try {
      differencesOf(checked, value);
    } catch {
      // Too much work is what is measured.
    }
  };
}

const inputs = [usual, ...tooDear, ...tooDeep, ...differingMuch];
console.table(
  inputs.map((input) => ({
    input: input.name,
    schema: leastMs(() => readSchema(input.schema)),
    body: leastMs(() => readJsonValue(input.body)),
    judging: leastMs(judge(input)),
  })),
);
