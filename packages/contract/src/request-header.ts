/** The header of every answer to a stored webhook, which has the id of its captured request. No reply can set it. */
export const requestHeader = 'Hookwell-Request';
