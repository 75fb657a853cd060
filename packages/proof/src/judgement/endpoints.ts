import type { Deletion, EndpointKind, Made, Operation } from '../history/operation.ts';

/** What a history says of its endpoints. */
export class Endpoints {
  readonly #made = new Map<number, Made>();
  readonly #deletions = new Map<number, { deletion: Deletion; place: number }[]>();

  constructor(operations: readonly Operation[]) {
    for (const [place, operation] of operations.entries()) {
      if (operation.kind === 'made') this.#made.set(operation.endpoint, operation);
      if (operation.kind !== 'deletion' || operation.outcome === 'refused') continue;
      const others = this.#deletions.get(operation.endpoint);
      if (others === undefined) {
        this.#deletions.set(operation.endpoint, [{ deletion: operation, place }]);
      } else others.push({ deletion: operation, place });
    }
  }

  get(endpoint: number): Made | undefined {
    return this.#made.get(endpoint);
  }

  /** Its account; -1 for an endpoint that the history does not know. */
  accountOf(endpoint: number): number {
    return this.#made.get(endpoint)?.account ?? -1;
  }

  /** The endpoints of a kind. */
  ofKind(kind: EndpointKind): Made[] {
    return this.#made
      .values()
      .filter(({ endpointKind }) => endpointKind === kind)
      .toArray();
  }

  /** Its deletions that were not refused: few, since one is enough. */
  deletionsOf(endpoint: number): readonly { deletion: Deletion; place: number }[] {
    return this.#deletions.get(endpoint) ?? [];
  }
}
