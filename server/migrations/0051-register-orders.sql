-- Each column ships are listed by has its index; the ones of call signs and IMO numbers serve the search as well.
create index vessel_claims_of_country on vessel_claims (country, head_id) where is_latest;
create index vessel_claims_of_type on vessel_claims (ship_type, head_id) where is_latest;
create index vessel_claims_of_length on vessel_claims (length, head_id) where is_latest and length is not null;
create index vessel_claims_heard on vessel_claims (last_at, head_id) where is_latest and form <> 0;
create index vessel_claims_by_call_sign on vessel_claims (call_sign collate "C", head_id) where call_sign is not null;
create index vessel_claims_by_imo on vessel_claims (imo, head_id) where imo is not null;
drop index vessel_claims_country;
drop index vessel_claims_call_sign;
drop index vessel_claims_imo;
