-- What else separates contenders, and the warnings of each request. All of it is computed from the run; NULL is unknown, the
-- provider's default, or none.
ALTER TABLE entrants ADD COLUMN address TEXT;
ALTER TABLE entrants ADD COLUMN dialect TEXT;
ALTER TABLE entrants ADD COLUMN effort TEXT;       -- that was asked for
ALTER TABLE entrants ADD COLUMN service_tier TEXT; -- that was asked for

ALTER TABLE numbers ADD COLUMN answered_by TEXT;   -- the model, as the server names it
ALTER TABLE numbers ADD COLUMN answered_tier TEXT; -- the service tier, as the server names it
ALTER TABLE numbers ADD COLUMN warnings TEXT;      -- ids of those of the request and of its level, a space between

-- The runs that are there already are told anew.
UPDATE overview SET computed = 0;
