/** Writes the table of operations and roles into docs/teams.md, between its two marks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Operation, operations, type Role, roles } from '@hookwell/core/api';

const file = new URL('../../../docs/teams.md', import.meta.url);
const begin = '<!-- node packages/server/scripts/write-roles.ts -->';
const end = '<!-- end -->';

/** The text of docs/teams.md as it is, and as it should be. */
export function documentedRoles(): { is: string; shouldBe: string } {
  const is = readFileSync(file, 'utf8');
  const before = is.slice(0, is.indexOf(begin));
  const after = is.slice(is.indexOf(end));
  return { is, shouldBe: `${before}${begin}\n\n${table()}\n\n${after}` };
}

function table(): string {
  const all: readonly Operation[] = Object.values(operations);
  const rows = all.flatMap(({ method, url, schema, config: { leastRole: least } }) => {
    if (least === 'person') return [];
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    return [
      `| ${schema.summary} | \`${method} ${path}\` | ${roles.map((role) => mark(role, least)).join(' | ')} |`,
    ];
  });
  return [`| | Method and path | ${roles.join(' | ')} |`, '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function mark(role: Role, least: Role): string {
  return roles.indexOf(role) >= roles.indexOf(least) ? '✓' : '';
}

if (import.meta.main) writeFileSync(file, documentedRoles().shouldBe);
