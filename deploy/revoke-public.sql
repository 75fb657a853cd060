-- Leaves the database to Hookwell alone. PostgreSQL lets every role of the server connect to every database unless that
-- is revoked, and a role that can connect can hold the locks by which nodes take turns, and send them notifications.
-- Run this in that database, as its owner or a superuser; it may be run again.
revoke connect, temporary on database hookwell from public;
revoke all on schema public from public;
