-- The database is Hookwell's alone: whoever may connect to it can hold the locks by which nodes take turns, and send
-- them notifications. PostgreSQL lets every role of the server connect to every database until it is told otherwise.
-- Run in that database, as its owner or a superuser; it may be run again.
revoke connect, temporary on database hookwell from public;
revoke all on schema public from public;
