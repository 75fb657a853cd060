import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { schemeNotes, schemesTable } from '../../scripts/schemes-table.ts';

it('docs/signatures.md has the table of schemes (packages/core/scripts/write-signatures-page.ts writes it)', () => {
  const page = readFileSync(new URL('../../../../docs/signatures.md', import.meta.url), 'utf8');
  expect(page).toContain(`\n\n${schemesTable()}\n\n`);
  expect(page).toContain(`\n\n${schemeNotes()}\n\n`);
});
