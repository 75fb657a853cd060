import { listen } from '../answering-server.ts';

/** What a service knows of one endpoint: the schemas of its events, and its contract. */
export interface ShapeService {
  environment: Record<string, string>;
  token: string;
  /** The queries of all schemas that were asked for. */
  asked: string[];
  /** The contract as it was put last. */
  contract: { events: Record<string, unknown> };
}

/** A service that only tells what came to an endpoint: hand-made schemas, by their events; '' for all of them. */
export async function shapeService(schemas: ReadonlyMap<string, object>): Promise<ShapeService> {
  const token = '0h2v8q6c1d7x5m3k9r4t8w2y6b';
  const service: ShapeService = { environment: {}, token, asked: [], contract: { events: {} } };
  const times = {
    firstReceivedAt: '2026-03-01T12:00:00.000Z',
    lastReceivedAt: '2026-03-01T12:00:00.000Z',
  };
  const events = [...schemas.keys()].map((event) => ({
    ...(event !== '' && { event }),
    ...{ count: 3, json: 2, ...times },
  }));
  const url = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const base = `/api/endpoints/${token}/`;
    if (pathname === '/api/endpoints') return answer([]);
    if (pathname === `${base}events`) {
      const unseen = { event: 'order.seen', count: 1, json: 0, ...times };
      return answer([...events, unseen]);
    }
    if (pathname === `${base}settings`) return answer({});
    if (pathname === `${base}schema`) {
      service.asked.push(searchParams.toString());
      const schema = schemas.get(searchParams.get('event') ?? '');
      return schema === undefined ? answer({ error: 'Not found' }, 404) : answer(schema);
    }
    if (pathname === `${base}contract` && request.method === 'PUT') {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      service.contract = JSON.parse(Buffer.concat(pieces).toString());
    }
    if (pathname === `${base}contract`) return answer(service.contract);
    return answer({ error: 'Not found' }, 404);
  });
  service.environment = { HOOKWELL_URL: url, HOOKWELL_API_KEY: `wh-${'a'.repeat(40)}` };
  return service;
}
