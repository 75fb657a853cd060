import { defineCommand } from '../../command-line/command.ts';
import { printLines } from '../../output/json-text.ts';
import { textTable } from '../../output/text-table.ts';
import { accountId } from './account-id.ts';
import { asOperator } from './as-operator.ts';

const defaultLimit = 100;

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'List who did what to an account, or to all, newest first.',
  details: [
    'Log-ins, and failed ones by the hour; keys, members, shares and plans; endpoints and their settings; what was cleared',
    'and deleted. Alike ones within a minute are one line. 90 days are kept, and 10,000 lines of an account; guests have none.',
  ].join('\n'),
  options: {
    account: {
      type: 'text',
      placeholder: 'ACCOUNT',
      description: 'Only of this account: its email, or its id.',
    },
    limit: {
      type: 'number',
      placeholder: 'N',
      minimum: 1,
      maximum: 10_000,
      description: `The most entries; ${defaultLimit} by default.`,
    },
    before: { type: 'number', placeholder: 'ID', description: 'Only entries with a lower id.' },
    json: { type: 'flag', description: 'Print JSON, one line for each entry.' },
  },
  examples: ['hookwell audit --account ada@example.com', 'hookwell audit --limit 1000 --json'],
  async run({ account, limit = defaultLimit, before, json }, surroundings) {
    const choice = account === undefined ? undefined : chosenAccount(account);
    const entries = await asOperator(surroundings, (operator) =>
      operator.listAudit({ account: choice, limit, before }),
    );
    if (json) return printLines(entries, surroundings);
    const rows = entries.map(({ id, at, account, action, count, by, subject, ipAddress }) => [
      String(id),
      at,
      account,
      count === undefined ? action : `${action} (${count} times)`,
      by,
      ipAddress ?? '-',
      subject ?? '-',
    ]);
    surroundings.print(textTable(['ID', 'AT', 'ACCOUNT', 'ACTION', 'BY', 'FROM', 'SUBJECT'], rows));
  },
});

function chosenAccount(text: string): { email: string } | { id: number } {
  return text.includes('@') ? { email: text } : { id: accountId('--account', text) };
}
