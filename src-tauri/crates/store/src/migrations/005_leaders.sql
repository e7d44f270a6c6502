-- Which lanes lead a race, by the rules of its medals: ties are led by several, and nobody simulated beside anybody real.
-- The numbers beside them are computed anew, by the rule of the run's own summary.
ALTER TABLE lanes ADD COLUMN first INTEGER NOT NULL DEFAULT 0 CHECK (first IN (0, 1));     -- by time to first token
ALTER TABLE lanes ADD COLUMN fastest INTEGER NOT NULL DEFAULT 0 CHECK (fastest IN (0, 1)); -- by output speed
