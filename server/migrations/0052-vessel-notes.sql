-- Notes are read ship by ship, now and as they stood.
create index vessel_notes_of on objects ((body ->> 'mmsi'), known_from) where type = 'vessel_note';
