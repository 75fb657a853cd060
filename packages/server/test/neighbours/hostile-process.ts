import { constants, setPriority } from 'node:os';
import { hostileAddress } from './hostile.ts';
import { hostileCalled } from './hostiles.ts';

/**
 * One hostile neighbour as a process of its own, so that it shares no event loop with the process that measures.
 * Arguments: its name, the address of the service, the address of its database. It ends with its parent.
 */
const [, , name = '', url = '', databaseUrl = ''] = process.argv;

// The attackers' processor time would be that of another machine.
setPriority(constants.priority.PRIORITY_LOW);
process.once('disconnect', () => process.exit(0));
hostileCalled(name)
  .attack({ url, databaseUrl, localAddress: hostileAddress })
  .then(
    () => process.send?.('attacking'),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
