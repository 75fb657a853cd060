import { leastRole } from '@hookwell/contract';

/** The id of an operation of the contract. */
export type OperationId = keyof typeof leastRole;

/** The operation of the contract that a route serves, by its schema; undefined for other routes. */
export function operationOf(schema: unknown): OperationId | undefined {
  const { operationId }: { operationId?: unknown } = Object(schema);
  return isOperationId(operationId) ? operationId : undefined;
}

function isOperationId(id: unknown): id is OperationId {
  return typeof id === 'string' && Object.hasOwn(leastRole, id);
}
