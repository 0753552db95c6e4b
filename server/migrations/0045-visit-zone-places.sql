-- Which outline tells of a place from when on is asked for every outline of a history.
create index visit_zones_by_place on visit_zones (place, zone);
