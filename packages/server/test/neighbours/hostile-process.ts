import { constants, setPriority } from 'node:os';
import { type AttackName, attacks } from './attacks.ts';

/*
 * One attack as a process of its own. Its arguments are the attack's name and the address of the service; it says when
 * it is under way, and ends with its parent.
 */
const [, , name, url = ''] = process.argv;

// The attackers' processor time would be that of another machine.
setPriority(constants.priority.PRIORITY_LOW);
process.once('disconnect', () => process.exit(0));
await attacks[name as AttackName](url);
process.send?.('attacking');
