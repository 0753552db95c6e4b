-- Missed calls of a user, newest first, which the log shows and counts.
create index call_participants_missed on call_participants (user_id, started_at desc, room_name desc)
  where state in ('MISSED', 'BUSY');
