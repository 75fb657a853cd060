import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { startForwardProxy } from '../../packages/cli/test/service/forward-proxy.ts';
import { Place } from './command.ts';
import { clientNode, clientNodes, isLeastNodesMachine } from './least-node.ts';

/** The command as the package has it, which is the one that a service hands out, with the operators' part beside it. */
const command = () => join(inject('installation'), 'node_modules/hookwell/bin/hookwell.cjs');

describe.runIf(isLeastNodesMachine).each(clientNodes)('by %s', (name) => {
  test('the commands that talk to a service work', async () => {
    await using service = new Place([process.execPath, command()]);
    const { url } = await service.serve();
    await using place = new Place([clientNode(name), command()]);
    place.environment.HOOKWELL_URL = url;
    place.environment.SECRET = 'the secret';
    await place.output(['login', '--guest']);
    const receiveUrl = await place.output(['endpoints', 'create', '--name', 'Shop']);
    const verify = join(place.folder, 'verify.json');
    writeFileSync(verify, '{"verify":{"scheme":"github","secrets":["the secret"]}}');
    await place.output(['endpoints', 'settings', 'set', 'Shop', verify]);
    const signed = ['--sample', 'github:push', '--secret-env', 'SECRET'];
    await place.output(['send', receiveUrl, ...signed]);
    const waited = await place.output(['wait', 'Shop', '--match', 'signature=valid']);
    expect(waited).toContain('lighthouse-books/checkout');
    const types = await place.output(['schema', 'Shop', '--as', 'typescript']);
    expect(types).toContain('export interface');
    expect(await place.output(['usage'])).toContain('Shop');
    await place.output(['requests', 'export', '--format', 'har', '--output', 'all.har']);
    expect(await place.output(['completion', 'bash'])).toContain('complete ');
  });

  test('the commands reach a service by way of a proxy', async () => {
    await using service = new Place([process.execPath, command()]);
    const proxy = await startForwardProxy((await service.serve()).url);
    await using place = new Place([clientNode(name), command()]);
    const setting = `http://ada:secret@${proxy.host}`;
    Object.assign(place.environment, { HTTP_PROXY: setting, HTTPS_PROXY: setting });
    place.environment.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    for (const url of ['http://hookwell.test', 'https://hookwell.test']) {
      await place.output(['login', '--guest', '--url', url]);
      expect(await place.output(['endpoints', 'create', '--name', 'Shop'])).toContain('/wh/');
    }
    expect(proxy.asked).toContain('CONNECT hookwell.test:443');
  });

  test('the client library works', async () => {
    await using service = new Place([process.execPath, command()]);
    const { url } = await service.serve();
    const email = 'ada@example.com';
    await service.output(['account', 'create', '--email', email, '--plan', 'plus']);
    const apiKey = await service.output(['key', 'create', '--email', email, '--name', 'test']);
    const program = join(inject('installation'), `client-by-${name}.mjs`);
    writeFileSync(
      program,
      `import { HookwellClient } from '@hookwell/client';
      const hookwell = new HookwellClient(${JSON.stringify({ baseUrl: url, apiKey })});
      const endpoint = await hookwell.temporaryEndpoint();
      await fetch(endpoint.url, { method: 'POST', body: '{"paid":true}' });
      const { body } = await endpoint.waitFor('json.paid=true');
      await endpoint.delete();
      console.log(body);`,
    );
    await using place = new Place([clientNode(name), program]);
    expect(await place.output([])).toBe('{"paid":true}');
  });

  test('the server says which Node it needs', async () => {
    await using place = new Place([clientNode(name), command()]);
    expect(await place.run(['serve'])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/ need Node\.js 24\.16, or 26\.1 or newer, and this is 2\d\./),
    });
  });
});
