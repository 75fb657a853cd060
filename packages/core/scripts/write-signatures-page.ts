/** Writes the table of schemes, and the notes below it, into docs/signatures.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { schemeNotes, schemesTable } from './schemes-table.ts';

const page = new URL('../../../docs/signatures.md', import.meta.url);
let text = readFileSync(page, 'utf8');
for (const [start, part] of [
  ['| Scheme |', schemesTable()],
  ['- `adyen`: ', schemeNotes()],
] as const) {
  const at = text.indexOf(start);
  const end = text.indexOf('\n\n', at);
  if (at === -1 || end === -1)
    throw new Error(`docs/signatures.md has nothing that begins with ${start}`);
  text = text.slice(0, at) + part + text.slice(end);
}
writeFileSync(page, text);
