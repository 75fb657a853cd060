import { eventually } from '../../../server/test/eventually.ts';
import type { PostgresServer } from '../../../server/test/postgres/postgres-server.ts';
import type { Statement } from '../../src/upgrade/fixture.ts';

/** Settings of a server whose log can be read here: each line begins with the number of its process. */
export const readableLog = { log_line_prefix: '%p ', log_statement: 'none' };

/** The statements by which a version stores the capture that `send` sends, as the database's log has them. */
export async function recordAppend(
  postgres: PostgresServer,
  send: () => Promise<unknown>,
): Promise<Statement[]> {
  await postgres.set({ log_statement: 'all' });
  const from = await eventually(
    () => postgres.log.indexOf('"log_statement" changed'),
    (at) => at >= 0,
  );
  await send();
  const all = await eventually(
    () => loggedStatements(postgres.log.slice(from)),
    (statements) => statements.some(isAppend),
  );
  await postgres.set({ log_statement: 'none' });
  const storing = all.find(isAppend);
  const ofProcess = all.filter(({ process }) => process === storing?.process);
  const at = ofProcess.findIndex(isAppend);
  const begun = ofProcess.slice(0, at).findLastIndex(({ text }) => /^(begin|commit)/i.test(text));
  const isInside = /^begin/i.test(ofProcess[begun]?.text ?? '');
  const end = isInside ? ofProcess.findIndex(({ text }, i) => i > at && /^commit/i.test(text)) : at;
  return ofProcess
    .slice(isInside ? begun : at, end + 1)
    .map(({ text, values }) => ({ text, values }));
}

interface Logged extends Statement {
  process: string;
}

function isAppend({ text }: Statement): boolean {
  return /insert into captured_request\b/.test(text);
}

/** Further lines of an entry begin with a tab. */
function loggedStatements(log: string): Logged[] {
  const found: Logged[] = [];
  for (const entry of log.split(/\n(?!\t)/)) {
    const [, process = '', kind, rest = ''] = /^(\d+) (\w+): {2}(.*)$/s.exec(entry) ?? [];
    const whole = rest.replaceAll('\n\t', '\n');
    const [, text] = /^(?:statement|execute [^:]*): (.*)$/s.exec(whole) ?? [];
    if (kind === 'LOG' && text !== undefined) found.push({ process, text, values: [] });
    const last = found.findLast((logged) => logged.process === process);
    if (kind === 'DETAIL' && /^parameters: /i.test(whole) && last !== undefined) {
      found[found.lastIndexOf(last)] = { ...last, values: valuesIn(whole) };
    }
  }
  return found;
}

function valuesIn(detail: string): (string | null)[] {
  const values = detail.matchAll(/\$\d+ = (NULL|'(?:[^']|'')*')/g);
  return [...values].map(([, value = '']) =>
    value === 'NULL' ? null : value.slice(1, -1).replaceAll("''", "'"),
  );
}
