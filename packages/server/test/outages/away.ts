import type { Visitor } from '../start-server.ts';

export async function isReady({ server }: Visitor): Promise<boolean> {
  return (await fetch(`${server.url}/readyz`)).status === 200;
}
