import { Client, type ClientBase, type ClientConfig } from 'pg';
import { StoreUnavailable } from '../errors.ts';

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/** A connection that knows whether its server is a standby: PostgreSQL reports it by itself, from version 14 on. */
export class ReportingClient extends Client {
  #isOnStandby = false;

  constructor(config?: ClientConfig) {
    super(config);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.#isOnStandby = parameterValue === 'on';
    });
  }

  get isOnStandby(): boolean {
    return this.#isOnStandby;
  }
}

/** Whether a connection is known to lead to a standby. */
export function isOnStandby(client: ClientBase): boolean {
  return client instanceof ReportingClient && client.isOnStandby;
}

/** A standby is as good as away: what it has may be out of date, and the primary may soon be at its address. */
export function standbyAtAddress(): StoreUnavailable {
  return new StoreUnavailable('PostgreSQL is a standby at this address, which takes no writes');
}
