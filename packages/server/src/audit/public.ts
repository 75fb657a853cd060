export {
  type AuditNote,
  failedLogIn,
  keepNote,
  listNotes,
  noteEntry,
  removeOldNotes,
  toEntry,
  writeNote,
} from './rows.ts';
export { accountName, endpointName, keyName } from './subjects.ts';
