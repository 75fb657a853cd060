import type { HookwellClient } from '@hookwell/client';
import { queryIn } from '../request/target.ts';
import { FetchedTexts } from './fetched-texts.ts';

const keptCharacters = 2_000_000;

/** The queries of captured requests as they were sent. Of a repeated name, a summary has only the last value. */
export class SentQueries extends FetchedTexts {
  constructor(client: HookwellClient) {
    super(async (id, signal) => {
      const { target } = await client.requests.wire(id, { signal });
      return queryIn(target) ?? '';
    }, keptCharacters);
  }
}
