/** An instance cannot be moved. The message is one line with the reason and the remedy. */
export class StoreMigrationError extends Error {
  override name = 'StoreMigrationError';
}
