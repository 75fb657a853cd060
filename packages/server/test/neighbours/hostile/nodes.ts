import { connect } from '../../postgres/connect.ts';
import { type Hostile, keepOn, pause } from '../hostile.ts';

export const inventedHints: Hostile = {
  name: 'forged notifications of another user of the same PostgreSQL',
  store: 'postgres',
  async attack({ databaseUrl }) {
    const client = await connect(databaseUrl);
    const hints = ['x', '', '-1', '1e300', '9007199254740991', '99999999999999999999', 'NaN', '7'];
    keepOn(1, async () => {
      for (const hint of hints) {
        await client.query('select pg_notify($1, $2)', ['hookwell_committed', hint]);
      }
    });
    await pause(300);
  },
};
