-- What goes on however long ago it began: asked by filters of the map.
create index rule_results_open on rule_results (first_at) where run_id = '' and status = 'HIT';
