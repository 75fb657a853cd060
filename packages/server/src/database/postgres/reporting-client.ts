import { Client, type ClientConfig } from 'pg';

/** What PostgreSQL tells of a session unasked, from version 14 on: `on` if it can write nothing. */
const readOnlyParameters = new Set(['in_hot_standby', 'default_transaction_read_only']);

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/** A connection that knows from the server's reports whether anything can be written over it. */
export class ReportingClient extends Client {
  readonly #readOnly = new Set<string>();

  constructor(config?: ClientConfig) {
    super(config);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (!readOnlyParameters.has(parameterName)) return;
      if (parameterValue === 'on') this.#readOnly.add(parameterName);
      else this.#readOnly.delete(parameterName);
    });
  }

  /** Whether the server takes no writes: a standby, which may be the former primary. */
  get isReadOnly(): boolean {
    return this.#readOnly.size > 0;
  }
}
