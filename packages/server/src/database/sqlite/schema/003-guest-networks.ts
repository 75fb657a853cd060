export const guestNetworks = `
  alter table account add column guest_network text;
  create index account_of_guest on account (guest_network) where email is null;
  `;
