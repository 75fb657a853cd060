import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Linux answers for the whole network 127.0.0.0/8, so attackers have an address of their own there. */
const localAddress = process.platform === 'linux' ? '127.0.0.2' : undefined;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** One call on a connection of its own, read to its end. */
export function call(
  url: string,
  method: string,
  headers: Record<string, string> = {},
  body?: Uint8Array | string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, localAddress };
    const request = httpRequest(url, options, (response) => {
      let text = '';
      response.setEncoding('latin1').on('data', (piece: string) => {
        text += piece;
      });
      response.on('error', reject).on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    request.on('error', reject).end(body);
  });
}

/** A connection from which nothing is read until it is resumed. Errors end it silently. */
function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress }, () => {
      resolve(socket.pause());
    });
    socket.on('error', (error) => {
      socket.destroy();
      reject(error);
    });
  });
}

/** Writes these bytes on a connection of their own, and stays until the server hangs up. */
async function writeAndStay(url: string, text: string, isRead: boolean, body?: Uint8Array) {
  const socket = await openSocket(url);
  if (isRead) socket.resume();
  socket.write(text);
  if (body !== undefined) socket.write(body);
  await new Promise((resolve) => socket.once('close', resolve));
}

/** A guest with one endpoint, as an attacker uses it. */
export class HostileGuest {
  readonly #url: string;
  readonly #cookie: string;
  readonly #token: string;

  constructor(url: string, cookie: string, token: string) {
    this.#url = url;
    this.#cookie = cookie;
    this.#token = token;
  }

  static async make(url: string, settings?: unknown): Promise<HostileGuest> {
    const session = await call(`${url}/api/auth/guest`, 'POST');
    const cookie = session.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const { token } = JSON.parse((await call(`${url}/api/endpoints`, 'POST', { cookie })).text);
    const guest = new HostileGuest(url, cookie, token);
    if (settings !== undefined) {
      const json = { cookie, 'content-type': 'application/json' };
      const address = `${url}/api/endpoints/${token}/settings`;
      const { status, text } = await call(address, 'PUT', json, JSON.stringify(settings));
      if (status !== 200) throw new Error(`the settings were answered ${status}: ${text}`);
    }
    return guest;
  }

  async send(body: Uint8Array | string, headers: Record<string, string> = {}): Promise<number> {
    return (await call(`${this.#url}/wh/${this.#token}`, 'POST', headers, body)).status;
  }

  /** Stores what others will then ask for. */
  async plant(body: Uint8Array, headers: Record<string, string> = {}): Promise<void> {
    const status = await this.send(body, headers);
    if (status !== 200) throw new Error(`the body was answered ${status}`);
  }

  async read(path: string): Promise<void> {
    await call(`${this.#url}${path}`, 'GET', { cookie: this.#cookie });
  }

  /** Asks for a long answer and reads none of it. */
  async stall(path: string): Promise<void> {
    const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${this.#cookie}\r\n\r\n`;
    await writeAndStay(this.#url, head, false);
  }

  /** Sends all of a body but its last byte, so that the request is never whole. */
  async sendAllButTheLast(size: number): Promise<void> {
    const head = `POST /wh/${this.#token} HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`;
    await writeAndStay(this.#url, head, true, Buffer.alloc(size - 1, 'x'));
  }
}
