import type { DescribedEndpoint } from '@hookwell/setup';
import { CommandFailure } from '../command-line/outcome.ts';

/**
 * The name of an environment variable for the URL of each endpoint: `SHOP_ORDERS_URL` for "Shop orders".
 * @throws {CommandFailure} if a name makes none, or the same as another one
 */
export function variableNames(endpoints: readonly DescribedEndpoint[]): Map<string, string> {
  const variables = new Map<string, string>();
  const places = new Map<string, string>();
  for (const { name, place } of endpoints) {
    const word = name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '');
    if (word === '') {
      throw new CommandFailure(`${place}.name: a variable needs a letter or digit of ASCII`);
    }
    const variable = /^\d/.test(word) ? `_${word}_URL` : `${word}_URL`;
    const earlier = places.get(variable);
    if (earlier !== undefined) {
      throw new CommandFailure(
        `${place}.name: its variable ${variable} is also that of ${earlier}`,
      );
    }
    places.set(variable, place);
    variables.set(name, variable);
  }
  return variables;
}
