import type { Random } from '../../../server/test/random.ts';
import { bodyOf } from '../history/body.ts';

/** What one account stored. */
export interface StoredSends {
  cookie: string;
  /** The bodies by the ids of their captures. */
  bodies: ReadonlyMap<number, string>;
}

/** Sends captures of all sizes to one account, `atOnce` at a time: some 4 MiB, so that the file and the log have a part each. */
export async function storeCaptures(
  url: string,
  random: Random,
  atOnce: number,
): Promise<StoredSends> {
  const guest = await fetch(`${url}/api/auth/guest`, { method: 'POST' });
  const cookie = guest.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const made = await fetch(`${url}/api/endpoints`, { method: 'POST', headers: { cookie } });
  const token: unknown = JSON.parse(await made.text()).token;
  const bodies = new Map<number, string>();
  for (let mark = 0; mark < 320; mark += atOnce) {
    const sends = random.list(atOnce, async (index) => {
      const body = bodyOf(mark + index, 'abcdefghij'.repeat(1 + random.size(4000)));
      const answer = await fetch(`${url}/wh/${token}`, { method: 'POST', body });
      bodies.set(JSON.parse(await answer.text()).id, body);
    });
    await Promise.all(sends);
  }
  return { cookie, bodies };
}

/** What the service gives back. */
export interface Served {
  shown: ReadonlySet<number>;
  /** Captures whose own read was answered by an error. */
  refused: ReadonlySet<number>;
  /** A sentence for each thing that was not stored like that. */
  violations: string[];
  /** The answer to the list, if it was an error. */
  error?: string;
}

/** Reads the whole list, and everything that it lacks by itself. */
export async function readBack(url: string, { cookie, bodies }: StoredSends): Promise<Served> {
  const [shown, refused] = [new Set<number>(), new Set<number>()];
  const violations: string[] = [];
  const list = await fetch(`${url}/api/requests`, { headers: { cookie } });
  if (list.status !== 200) {
    const error = `the list is answered ${list.status}`;
    return { shown, refused, violations: list.status >= 500 ? [] : [error], error };
  }
  const text = await list.text().catch(() => undefined);
  // It began with captures and could not go on.
  if (text === undefined) return { shown, refused, violations, error: 'the list is cut off' };
  for (const { id, body } of captures(text)) {
    if (shown.has(id)) violations.push(`capture ${id} is there twice`);
    shown.add(id);
    if (bodies.get(id) !== body.raw) violations.push(`capture ${id} is not what was stored`);
  }
  for (const id of bodies.keys()) {
    if (shown.has(id)) continue;
    const one = await fetch(`${url}/api/requests/${id}`, { headers: { cookie } });
    if (one.status >= 500) refused.add(id);
    if (one.status === 200) violations.push(`capture ${id} is served, but not in the list`);
    await one.body?.cancel();
  }
  return { shown, refused, violations };
}

function captures(text: string): { id: number; body: { raw: string } }[] {
  return JSON.parse(text);
}
