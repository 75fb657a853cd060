import type { TeamOfUser } from '../session/start.ts';

/** The team that the page is about, and the user's place in it. */
export interface PageTeam extends TeamOfUser {
  id: number;
}
