import { expect, test } from 'vitest';
import { startRawTarget } from '../../../cli/test/forwarding/raw-target.ts';
import { keepingIn, requestLineOf } from '../../../cli/test/forwarding/written-requests.ts';
import { type Captured, draftOf, editedRequest, isEdited } from '../../src/resend/captured.ts';
import { resend, targetAddress } from '../../src/resend/resend.ts';

const captured: Captured = {
  ...{ id: 7, token: 'k3v9x0q2m7c5t1b8z4w6n0d2fa', method: 'POST' },
  ...{ suffix: '/caf\xc3\xa9/\xff?n\xc3\xa4=1', headers: [], droppedHeaders: 0 },
  ...{ body: new Uint8Array(), receivedAt: '2026-03-01T12:00:00.000Z' },
};

test('path and query are edited as text, and keep their bytes if they are not', () => {
  const draft = draftOf(captured);
  expect(draft.suffix).toBe('/café/ÿ?nä=1');
  expect(isEdited(captured, draft)).toBe(false);
  expect(editedRequest(captured, draft).suffix).toBe(captured.suffix);
  const edited = editedRequest(captured, { ...draft, suffix: 'caf\u00e9?€' });
  expect(edited.suffix).toBe('/caf\xc3\xa9?\xe2\x82\xac');
});

test('bytes past ASCII are sent percent-encoded by browsers', async () => {
  const requests: string[] = [];
  await using target = await startRawTarget(keepingIn(requests));
  const address = targetAddress(`${target.url}hook`, captured.suffix);
  if (address.kind !== 'address') throw new Error('It is no address');
  expect(address.url).toBe(`${target.url}hook${captured.suffix}`);
  const { signal } = new AbortController();
  expect(await resend(captured, address.url, signal)).toMatchObject({ kind: 'answered' });
  expect(requests.map(requestLineOf)).toEqual(['POST /hook/caf%C3%A9/%FF?n%C3%A4=1']);
});
