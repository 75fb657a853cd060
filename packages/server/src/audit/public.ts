export { type AuditNote, listNotes, toEntry, writeNote } from './audit-rows.ts';
export { noteEntry, noteJoined, noteRefusedLogIn } from './log-ins.ts';
export { accountName, endpointName, keyName } from './names.ts';
export { accountsNotedSince, findExcess, removeExcess, removeOldNotes } from './old-rows.ts';
