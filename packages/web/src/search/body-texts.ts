import type { CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import { FetchedTexts } from './fetched-texts.ts';

/** Larger bodies are not fetched for a search. */
export const largestSearchedBytes = 1024 * 1024;

const keptCharacters = 16_000_000;

/** The bodies of captured requests, as text. */
export class BodyTexts extends FetchedTexts {
  constructor(client: HookwellClient) {
    super(async (id, signal) => {
      const { body } = await client.requests.get(id, { signal });
      return body.raw;
    }, keptCharacters);
  }

  override known(request: CapturedRequestSummary): string | undefined {
    return request.bodySize === 0 ? '' : super.known(request);
  }
}
