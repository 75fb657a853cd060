import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sendersTable } from '../../scripts/senders-table.ts';
import { carriers, senders } from '../../src/senders/tables/marks.ts';

it('docs/senders.md has the table of senders (packages/core/scripts/write-senders-page.ts writes it)', () => {
  const page = readFileSync(new URL('../../../../docs/senders.md', import.meta.url), 'utf8');
  expect(page).toContain(`\n\n${sendersTable()}\n\n`);
});

it('every sender has a mark, in the form in which marks are compared', () => {
  for (const sender of [...senders, ...carriers]) {
    const { userAgents = [], mediaTypes = [], shapes = [], query = [] } = sender;
    const headers = [...(sender.headers ?? []), ...(sender.headersTogether ?? [])];
    const marks = [...userAgents, ...headers, ...mediaTypes];
    expect(marks.length + shapes.length + query.length, sender.name).toBeGreaterThan(0);
    for (const mark of marks) expect(mark).toBe(mark.toLowerCase());
    for (const name of headers) expect(name).not.toMatch(/^x-/);
    for (const shape of shapes) expect(Object.values(shape).flat()).not.toEqual([]);
    expect(new URL(sender.documentation).protocol).toBe('https:');
  }
});
