/** Older nodes go on: their guests have no network, and count for the limit of all guests. */
export const guestNetworks = {
  neededVersion: 1,
  statements: `
    alter table account add column guest_network text;
    create index account_of_guest on account (guest_network) where email is null;
    `,
};
