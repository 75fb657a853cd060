/**
 * A process of its own for the tests that need one: `store-process.ts <url> open` opens the database as an
 * operator and ends; `serve` opens it as a server and holds it; `append` also appends without pause and
 * prints each id once it was acknowledged; `count` appends attempts of deliveries to the endpoint that has settings. Ends with its standard input.
 */
import { errorMessage } from '@hookwell/core/api/error-message';
import { openStore } from '../../src/store/open-store.ts';
import { answeredCapture } from './answered-captures.ts';
import { silentLog } from './sqlite-database.ts';
import { addAccountWithEndpoint, newCapture } from './store-rows.ts';

const [url = '', mode = ''] = process.argv.slice(2);
try {
  const role = mode === 'open' ? 'operator' : 'server';
  const store = await openStore({ url, role, log: silentLog });
  process.stdin.on('end', () => process.exit(0)).resume();
  process.stdout.write('open\n');
  if (mode === 'open') {
    await store.close();
    process.exit(0);
  }
  if (mode === 'append') {
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    process.stdout.write(`account ${accountId}\n`);
    for (let callers = 0; callers < 32; callers++) void append(endpointId);
  }

  if (mode === 'count') {
    const settings = store.db.selectFrom('endpoint_settings').select('endpoint_id');
    const { endpoint_id } = await settings.executeTakeFirstOrThrow();
    for (let callers = 0; callers < 32; callers++) void count(endpoint_id, String(callers % 3));
  }

  async function count(endpointId: number, delivery: string): Promise<void> {
    for (;;) {
      const appended = await store.captures.append(answeredCapture(endpointId, delivery));
      process.stdout.write(`attempt ${appended?.id} ${appended?.attempt}\n`);
    }
  }

  async function append(endpointId: number): Promise<void> {
    for (;;) {
      const capture = newCapture(endpointId, { body: 'x'.repeat(1000) });
      process.stdout.write(`${(await store.captures.append(capture))?.id}\n`);
    }
  }
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exit(1);
}
