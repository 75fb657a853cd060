/** Writes the table of senders into docs/senders.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { sendersTable } from './senders-table.ts';

const page = new URL('../../../docs/senders.md', import.meta.url);
const text = readFileSync(page, 'utf8');
const [start, end] = [text.indexOf('| Sender |'), text.indexOf('\n\n', text.indexOf('| Sender |'))];
if (start === -1 || end === -1) throw new Error('docs/senders.md has no table of senders');
writeFileSync(page, text.slice(0, start) + sendersTable() + text.slice(end));
