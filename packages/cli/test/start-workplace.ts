import { freshDatabase } from '../../server/test/fresh-database.ts';
import { Workplace } from './hookwell-process.ts';

/** A workplace with an empty database of the kind that the tests run on now. */
export async function startWorkplace(): Promise<Workplace> {
  const workplace = new Workplace(await freshDatabase());
  workplace.makeDatabaseFile();
  return workplace;
}
