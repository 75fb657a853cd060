/** Prints the time in ns that a step takes in examinations of all kinds, in JSON. Run by itself: tests are compiled otherwise. */
import { inOneGo, Work } from '@hookwell/match';
import { examineInSteps, type Facts, readSettings, renderBody } from '../src/index.ts';
import { factsWith } from './facts.ts';

const kibibyte = 1024;
const filled = (part: string, length: number) => part.repeat(length / part.length);
const query = (part: string) => factsWith({ query: filled(part, 31 * kibibyte) });
const body = (part: string, end = '') =>
  factsWith({ text: `${end === '}' ? '{' : '['}${filled(part, 256 * kibibyte)}"a":1${end}` });
const headers = (name: string, value: string, count: number) =>
  factsWith({ headers: Array.from({ length: count }, () => [name, value] as const) });
const times = (count: number, termOf: (index: number) => string) =>
  Array.from({ length: Math.ceil(count / 10) }, (_, reply) => ({
    when: Array.from({ length: 10 }, (_, index) => termOf(10 * reply + index)).join(' '),
  }));

const cases: readonly (readonly [name: string, replies: readonly object[], facts: Facts])[] = [
  ['a query that is no UTF-8', times(500, () => '-query:x'), query('%C0%80')],
  ['a query of single escapes', times(1, () => '-query:x'), query('%41%FF')],
  ['a query of plus signs', times(1, () => '-query:x'), query('+')],
  ['many parameters', times(1, () => '-query.b:x'), query('a&')],
  ['many parameters of the name', times(500, () => '-query.a:x'), query('a&')],
  ['many escaped parameters', times(1, () => '-query.a:x'), query('%41&')],
  ['many names of parameters', times(500, (index) => `-query.n${index}:x`), query('a=b&')],
  ['words', times(100, (index) => `-word${index}`), query('a=%C3%A9&')],
  ['words in the body', times(100, () => '-aaaab'), body('a')],
  ['long words in the body', times(10, () => `-${'a'.repeat(300)}b`), body('a')],
  ['letters that are folded one by one', times(1, () => '-aaaab'), body('İK')],
  ['letters outside of ASCII', times(1, () => '-aaaab'), body('aΣéЖ')],
  ['many headers', times(500, () => '-header:xx'), headers('a', '', 6000)],
  ['many headers of the name', times(500, () => '-header.a:xx'), headers('a', 'b', 5000)],
  ['items', times(1, () => '-json.a=x'), body('1,', ']')],
  ['items in items', times(1, () => '-json[0]=x'), body('[],', ']')],
  ['members', times(1, () => '-json.b=x'), body('"a":1,', '}')],
  ['repeated names', [{ body: '{{json.a}}'.repeat(500) }], body('"a":1,', '}')],
  [
    'repeated names above others',
    [{ body: Array.from({ length: 500 }, (_, at) => `{{json.a.n${at}}}`).join('') }],
    body('"a":{},', '}'),
  ],
  ['escaped names', times(1, () => '-json.a=x'), body('"\\u0061":1,', '}')],
  [
    'escapes',
    times(1, () => '-json.a=x'),
    factsWith({ text: `{"a":"${filled('\\u0061', 3e5)}"}` }),
  ],
  [
    'values in one another',
    [{ body: Array.from({ length: 60 }, (_, at) => `{{json${'.a'.repeat(at + 1)}}}`).join('') }],
    body('"a":{"a":{"a":{"a":1}}},', '}'),
  ],
  [
    'values that are compared',
    times(500, () => '-json.a:xyz'),
    factsWith({ text: `{"a":"${'x'.repeat(1e5)}"}` }),
  ],
  [
    'numbers that are compared',
    times(500, () => '-json.a>9e999999'),
    factsWith({ text: `{"a":${'9'.repeat(1e5)}}` }),
  ],
  ['plans', [{ plan: Array.from({ length: 100 }, (_, at) => `${200 + at}`) }], factsWith()],
  [
    'values for HTML',
    [{ headers: { 'content-type': 'text/html' }, body: '{{json.a}}' }],
    factsWith({ text: `{"a":"${'&'.repeat(60_000)}"}` }),
  ],
  [
    'values for JSON',
    [{ headers: { 'content-type': 'application/json' }, body: '{{json.a}}' }],
    factsWith({ text: `{"a":"${'\\"'.repeat(60_000)}"}` }),
  ],
];

/** The least processor time of several runs, since what else the machine does only adds to it. */
function nsOfStep(replies: readonly object[], facts: Facts): number {
  const settings = readSettings({ replies });
  let leastNs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    const work = new Work();
    const before = process.threadCpuUsage();
    while (work.steps < 8e6) {
      const { values, schedule } = inOneGo(examineInSteps(settings, facts, work));
      const reply = settings.replies[schedule[0]?.reply ?? -1];
      if (reply !== undefined) renderBody(reply, values);
    }
    const { user, system } = process.threadCpuUsage(before);
    leastNs = Math.min(leastNs, ((user + system) * 1000) / work.steps);
  }
  return leastNs;
}

const measured = cases.map(([name, replies, facts]) => [name, nsOfStep(replies, facts)] as const);
process.stdout.write(JSON.stringify(Object.fromEntries(measured)));
