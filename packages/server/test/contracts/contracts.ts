import type { EndpointContract } from '@hookwell/core/api';
import type { Visitor } from '../start-server.ts';

/** What `{"type": "paid"}` should fit. */
export const contract: EndpointContract = {
  events: {
    paid: {
      type: 'object',
      properties: {
        type: { type: 'string' },
        id: { type: 'string' },
        amount: { type: 'integer' },
      },
      required: ['id', 'amount'],
      additionalProperties: false,
    },
  },
};

/** Gives the endpoint of a visitor this contract. */
export async function putContract(
  visitor: Visitor,
  token: string,
  document: EndpointContract,
): Promise<void> {
  await visitor.ask(200, 'PUT', `/api/endpoints/${token}/contract`, document);
}

/** Makes an endpoint with this contract; gives its token. */
export async function endpointUnder(visitor: Visitor, document: EndpointContract): Promise<string> {
  const token = await visitor.endpoint();
  await putContract(visitor, token, document);
  return token;
}
