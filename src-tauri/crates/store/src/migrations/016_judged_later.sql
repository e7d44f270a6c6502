-- When a judge was asked after the race, in seconds since 1970; NULL if the race asked it. What it costs counts on that day.
ALTER TABLE judges ADD COLUMN asked_s REAL;
