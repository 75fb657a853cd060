import type { EndpointSettings } from '@hookwell/core/api';
import type { Visitor } from '../start-server.ts';

/** Gives the endpoint of a visitor these settings. */
export async function putSettings(
  visitor: Visitor,
  token: string,
  settings: EndpointSettings,
): Promise<void> {
  await visitor.ask(200, 'PUT', `/api/endpoints/${token}/settings`, settings);
}

/** Makes an endpoint that answers by these settings; gives its token. */
export async function endpointWith(visitor: Visitor, settings: EndpointSettings): Promise<string> {
  const token = await visitor.endpoint();
  await putSettings(visitor, token, settings);
  return token;
}
