import { expect, test } from 'vitest';
import { Parties } from '../../src/fairness/parties.ts';

const guest = {
  ...{ id: 7, email: null, kind: null },
  ...{ plan: 'free', status: 'active', guest_network: '192.0.2.7', founder_id: null },
};

test('guests of one network are one party, registered accounts stand alone', () => {
  const parties = new Parties();
  parties.noteAccount(guest);
  parties.noteAccount({ ...guest, id: 8 });
  parties.noteAccount({ ...guest, id: 9, guest_network: '192.0.2.8' });
  parties.noteAccount({ ...guest, id: 10, email: 'a@example.com', guest_network: null });
  expect(parties.of(7)).toBe(parties.of(8));
  expect(new Set([7, 9, 10, 11].map((id) => parties.of(id))).size).toBe(4);
  expect([parties.of(10), parties.of(11)]).toEqual([10, 11]);
});

test('a guest that pays, or registers, stands alone from then on', () => {
  const parties = new Parties();
  parties.noteAccount(guest);
  parties.noteAccount({ ...guest, plan: 'plus' });
  expect(parties.of(7)).toBe(7);
  parties.noteAccount({ ...guest, plan: 'plus', status: 'canceled' });
  expect(parties.of(7)).toBeLessThan(0);
  parties.note(7, {});
  expect(parties.of(7)).toBe(7);
});

test('free teams count with their founder, those that pay stand alone', () => {
  const parties = new Parties();
  const team = { ...guest, kind: 'team' as const, guest_network: null, founder_id: 3 };
  for (const id of [21, 22]) parties.noteAccount({ ...team, id });
  expect([parties.of(21), parties.of(22)]).toEqual([3, 3]);
  parties.noteAccount({ ...team, id: 21, plan: 'plus' });
  expect(parties.of(21)).toBe(21);
  parties.noteAccount({ ...team, id: 21, plan: 'plus', status: 'canceled' });
  expect(parties.of(21)).toBe(3);
});

test('of the many networks that one customer has only some stand alone', () => {
  const parties = new Parties();
  const ofCustomer = Array.from({ length: 200 }, (_, index) =>
    parties.ofNetwork(`2001:db8:1:${index.toString(16)}::/64`),
  );
  expect(new Set(ofCustomer).size).toBe(17);
  expect(ofCustomer).not.toContain(parties.ofNetwork('2001:db8:2:0::/64'));
  expect(parties.ofNetwork('2001:db8:1:5::/64')).toBe(ofCustomer[5]);
  const addresses = Array.from({ length: 200 }, (_, index) => `192.0.2.${index}`);
  expect(new Set(addresses.map((address) => parties.ofNetwork(address))).size).toBe(200);
});
