-- A stream that was lost and made anew counts its messages from 1 again: another one may come to a place that a parked
-- message had, and must be parked as well.
alter table parked_message drop constraint parked_message_consumer_stream_stream_sequence_key;
create unique index parked_message_once on parked_message (consumer, stream, stream_sequence, md5(payload));
