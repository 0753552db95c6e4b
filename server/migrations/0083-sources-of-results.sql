-- Results and alerts that were stored without any source get every source that reported their vessels: without one they
-- were visible to users of other sources.
update rule_results r set sources = coalesce(
  (select jsonb_agg(distinct jsonb_build_array(f.source_id)) from latest_fixes f where f.mmsi in (r.mmsi, r.other_mmsi)),
  '[]')
where r.sources = '[]';
update alerts a set sources = coalesce(
  (select jsonb_agg(distinct jsonb_build_array(f.source_id)) from latest_fixes f where f.mmsi in (a.mmsi, a.other_mmsi)),
  '[]')
where a.sources = '[]';
-- Changed detectors are for the centre; nothing is released to partners by a change of a threshold.
update objects set visibility = 'CENTRE' where type = 'detector' and visibility = 'RELEASED';
