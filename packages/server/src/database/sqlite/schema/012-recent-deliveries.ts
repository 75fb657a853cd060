/**
 * The table `delivery` lags behind the answers (`capture-log/sqlite/recent-deliveries.ts`): it has all that those up to
 * `deliveries_through` say. Lists of deliveries are read from the answers.
 */
export const recentDeliveries = `
  alter table capture_log add column deliveries_through integer not null default 0;
  update capture_log set deliveries_through = last_id;
  drop index delivery_by_first;
  `;
