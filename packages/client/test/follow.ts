import { HookwellClient, type StreamOptions, type StreamState, type Viewed } from '../src/index.ts';
import { type Connection, eventOf, type ScriptedStream } from './scripted-stream.ts';

type Reconnecting = Extract<StreamState, { state: 'reconnecting' }>;

/** A stream of the scripted service, with its states. It has no pauses unless it is patient. */
export function follow(
  service: ScriptedStream,
  options: Viewed<StreamOptions, undefined> & { patient?: true } = {},
) {
  const { patient, ...others } = options;
  const states: StreamState[] = [];
  const stream = new HookwellClient({ baseUrl: service.url }).stream({
    ...others,
    onState: (state) => {
      states.push(state);
      others.onState?.(state);
      if (state.state === 'reconnecting' && patient !== true) stream.wake();
    },
  });
  const lost = () =>
    states.filter((state): state is Reconnecting => state.state === 'reconnecting');
  return { stream, states, lost };
}

/** The ids that arrive, up to this one. */
export async function idsUpTo(
  stream: AsyncIterable<{ id: number }>,
  last: number,
): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of stream) {
    ids.push(id);
    if (id >= last) break;
  }
  return ids;
}

/** Sends the whole log from `after` on, up to the id. */
export async function serve(connection: Connection, upTo: number): Promise<void> {
  connection.open();
  for (let id = connection.after + 1; id <= upTo; id++) await connection.write(eventOf(id));
}
