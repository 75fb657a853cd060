import { Type } from 'typebox';
import { optionalCount } from './text.ts';

/** What every operation takes that acts for an account: the server reads it before anything else of the query. */
export const AccountQuery = Type.Object({
  account: optionalCount(
    'Acts for this team, of which the caller is a member; without it for their own account',
  ),
});
