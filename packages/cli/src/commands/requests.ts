import { requestsClear } from './requests-clear.ts';
import { requestsExport } from './requests-export.ts';
import { requestsList } from './requests-list.ts';
import { requestsShow } from './requests-show.ts';

export const requestsCommands = [requestsList, requestsShow, requestsClear, requestsExport];
