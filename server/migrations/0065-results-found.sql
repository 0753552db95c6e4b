-- What became known of late: asked by rules of what detectors found.
create index rule_results_known on rule_results (known_at) where run_id = '';
create index rule_results_confirmed on rule_results (judged_at) where judgement = 'CONFIRMED';
-- Ships of which rules ask who is near, as they are remembered.
alter table rule_watch add column around jsonb;
-- Areas in which a ship was counted.
create index rule_results_ships on rule_results using gin (ships jsonb_path_ops) where ships is not null;
