/** The word in one of a hundred bodies. */
export const rareWord = 'backordered';
const oneOf = 100;

const words = [
  ...['invoice', 'order', 'customer', 'shipping', 'payment', 'pending', 'complete', 'failed'],
  ...['amount', 'currency', 'product', 'quantity', 'discount', 'refund', 'Berlin', 'London'],
];

/** Bodies of about 1 KB of JSON, or so many, that differ as those of real webhooks do; the same ones in each run. */
export function* webhookBodies(kilobytes = 1): Generator<Buffer, never> {
  const random = seeded();
  const word = () => words[random(words.length)] ?? '';
  for (let index = 0; ; index += 1) {
    const items: object[] = [];
    for (let count = 0; count < 15 * kilobytes - 6; count += 1) {
      const price = random(1_000_000) / 100;
      items.push({ sku: random(2 ** 31).toString(36), name: `${word()} ${word()}`, price });
    }
    const state = index % oneOf === 0 ? rareWord : word();
    yield Buffer.from(
      JSON.stringify({
        id: `evt_${random(2 ** 31).toString(36)}${random(2 ** 31).toString(36)}`,
        type: `${word()}.${word()}`,
        created: 1_700_000_000 + index,
        data: { state, customer: `cus_${random(2 ** 31).toString(36)}`, city: 'Köln', items },
        pad: word().repeat(12),
      }),
    );
  }
}

/** Numbers below a bound, by a linear congruence (Numerical Recipes): quick, and the same each time. */
function seeded(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
