import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Registry extends AsyncDisposable {
  url: string;
}

/** A package registry that has one package, as npm asks for it: the package was published there. */
export async function registryWith(tarball: string, manifest: object): Promise<Registry> {
  const content = readFileSync(tarball);
  const { name, version } = manifest as { name: string; version: string };
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  const server = createServer((request, response) => {
    if (request.url === `/${name}`) {
      const dist = { tarball: `${url}/${name}.tgz`, integrity };
      const versions = { [version]: { ...manifest, dist } };
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else if (request.url === `/${name}.tgz`) {
      response.end(content);
    } else {
      response.writeHead(404).end('{}');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
