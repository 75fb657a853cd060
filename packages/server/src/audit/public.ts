export { accountName, endpointName, keyName } from './names.ts';
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
