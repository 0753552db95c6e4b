-- A run dated in the future was the newest until then, so that no later one was stored.
delete from weather_forecasts where run > now() + interval '2 hours';
