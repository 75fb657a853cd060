/** An instance cannot be moved. The message is one line that says why and what to do about it. */
export class StoreMigrationError extends Error {
  override name = 'StoreMigrationError';
}
