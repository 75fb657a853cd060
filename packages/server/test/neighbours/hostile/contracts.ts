import {
  becomeGuest,
  callAs,
  fromNetwork,
  type Guest,
  type Hostile,
  keepOn,
  pause,
  send,
  type Target,
} from '../hostile.ts';

const mebibyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };

/** A contract by which every item of a list is tried on many schemas, in vain. */
const dearContract = JSON.stringify({
  events: {
    dear: {
      properties: {
        items: {
          items: {
            anyOf: Array.from({ length: 50 }, (_, at) => ({
              type: 'integer',
              multipleOf: 1e9 + at,
            })),
          },
        },
      },
    },
  },
});

/** A contract of this many bytes, with as many schemas as these have room for. */
function longContract(bytes: number): string {
  const properties = Array.from({ length: bytes / 40 }, (_, at) => [`n${at}`, { minLength: 7 }]);
  return JSON.stringify({ events: { dear: { properties: Object.fromEntries(properties) } } });
}

/** A body of that event, of this size. */
function dearBody(size: number): string {
  return `{"type":"dear","items":[${'7,'.repeat(size / 2 - 20)}7]}`;
}

export const dearContracts: Hostile = {
  name: 'contracts that are dear to compare with and to read, on many requests',
  store: 'any',
  async attack(target) {
    const small = dearBody(60 * 1024);
    const large = dearBody(mebibyte - 100);
    const long = longContract(mebibyte / 2);
    const put = (from: Target, owner: Guest, contract: string) =>
      callAs(from, owner, 'PUT', `/api/endpoints/${owner.token}/contract`, contract);
    const guests = [0, 1, 2].map(async (network) => {
      const from = fromNetwork(target, network);
      const [guest, other] = [await becomeGuest(from), await becomeGuest(from)];
      const { status, body } = await put(from, guest, dearContract);
      if (status !== 200) throw new Error(`the contract was answered ${status}: ${body}`);
      return { from, guest, other };
    });
    for (const { from, guest, other } of await Promise.all(guests)) {
      keepOn(6, () => send(from, guest, small, json));
      keepOn(2, () => send(from, guest, large, json));
      keepOn(1, () => put(from, other, long));
      keepOn(2, () => send(from, other, small, json));
    }
    await pause(1000);
  },
};
