import { defineCommand } from '../../command-line/command.ts';
import { printLines } from '../../output/json-text.ts';
import { textTable } from '../../output/text-table.ts';
import { asOperator } from './as-operator.ts';

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
