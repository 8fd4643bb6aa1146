-- Set when somebody asks for a parked message to be handled again; the service that parked it then does so.
alter table parked_message add column replay_at timestamptz;
