import type { Mutation } from '../mutation.ts';

/** Found by the model of the same name. */
export const knownEndpoints: readonly Omit<Mutation, 'foundBy'>[] = [
  {
    file: 'database/grouped-look-ups.ts',
    replace: `      this.#waiting = new Map();
      const foundAll = await this.#settle(group);`,
    by: `      const foundAll = await this.#settle(group);
      this.#waiting = new Map();`,
    why: 'a look-up may have begun before the request that uses it',
  },
  {
    file: 'database/grouped-look-ups.ts',
    replace: 'for (const lookUp of group.values()) lookUp.reject(error);',
    by: 'for (const lookUp of group.values()) lookUp.resolve(undefined);',
    why: 'an endpoint is unknown while the database is away',
  },
  {
    file: 'receive/known-endpoints.ts',
    replace: 'Object.assign(kept, found, {',
    by: 'Object.assign(kept, {',
    why: 'what is known of a token is not renewed by a look-up',
  },
  {
    file: 'receive/known-endpoints.ts',
    replace: 'const found = await this.#lookUps.find(token);',
    by: 'const found = this.#byToken.get(token) ?? (await this.#lookUps.find(token));',
    why: 'a look-up is answered from memory',
  },
  {
    file: 'receive/storing.ts',
    replace: '{ ...capture, endpointId: now.id }',
    by: 'capture',
    why: 'a capture goes on to the endpoint that had its token before',
  },
  {
    file: 'receive/storing.ts',
    replace: 'return this.#toItsEnd(arrived, this.#storeAfterChange(endpoint, arrived, capture));',
    by: "return refusals.refuse(request, response, 'unknown_endpoint');",
    why: 'an endpoint that was made anew under its token is unknown to a node that knew the old one',
  },
  {
    file: 'receive/storing.ts',
    replace: `claim.release();
        refusals.unstored(request, response, error, capture.bodySize);`,
    by: 'claim.release(); acknowledge(response, 1, this.#isStopping);',
    why: 'what could not be stored is acknowledged',
  },
];
