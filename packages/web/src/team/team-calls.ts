import { TeamCalls } from '@hookwell/client/teams';
import { caller } from '../service/client.ts';

/** The calls about teams, which the first view does without. */
export const teamCalls = new TeamCalls(caller);
