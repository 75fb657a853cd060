import { defineCommand } from '../../command-line/command.ts';
import { printLines, textTable } from '../../output/text.ts';
import { accountId } from './account.ts';
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

const events = defineCommand({
  name: 'billing events',
  summary: 'List the kept payment events, in the order of their arrival.',
  details:
    'An event without an account waits for one. Plans set by "hookwell account set-plan" are listed as well.',
  options: {
    email: {
      type: 'text',
      placeholder: 'EMAIL',
      description: 'Only events of the account with this email.',
    },
    json: { type: 'flag', description: 'Print JSON, one line for each event.' },
  },
  examples: ['hookwell billing events --email ada@example.com', 'hookwell billing events --json'],
  async run({ email, json }, surroundings) {
    const kept = await asOperator(surroundings, (operator) => operator.listPaymentEvents(email));
    if (json) return printLines(kept, surroundings);
    const rows = kept.map((event) => [
      event.id,
      event.type,
      event.createdAt,
      event.receivedAt,
      event.subscriptionId ?? '-',
      String(event.accountId ?? '-'),
      event.email ?? '-',
    ]);
    const headings = ['ID', 'TYPE', 'CREATED', 'RECEIVED', 'SUBSCRIPTION', 'ACCOUNT', 'EMAIL'];
    surroundings.print(textTable(headings, rows));
  },
});

const replay = defineCommand({
  name: 'billing replay',
  summary: 'Apply a kept payment event again, with the present settings.',
  details:
    'This helps if a setting came later than the event, such as a price in HOOKWELL_PRICE_PLANS. It prints\n' +
    'the plan of the account afterwards. Doing it again changes nothing.',
  operands: { id: { placeholder: 'ID', description: 'The id of the event.' } },
  examples: ['hookwell billing replay evt_1PqR2sT3uV4wX5yZ'],
  async run({ id }, surroundings) {
    const account = await asOperator(surroundings, (operator) => operator.replayPaymentEvent(id));
    surroundings.print(
      account === undefined
        ? 'Its account is not known yet'
        : `Account ${account.accountId}: ${account.plan}, ${account.status}`,
    );
  },
});

export const billingCommands = [events, replay];
